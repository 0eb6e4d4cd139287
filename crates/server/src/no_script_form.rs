//! What a form is answered that was sent without script: its own page, with what came of it and what
//! was typed put in. The page is one that the build has made for this; a comment in it says where the
//! form begins and which classes a summary and an error have
//! (`web/src/app/prerendering/plain-forms.tsx`).

use api::Problem;
use domain::notice::Notice;

/// Where the form begins.
const MARK: &str = "<!--told:";

/// The page after something was accepted; `None` if it has no such form.
pub(crate) fn accepted(page: &str, notice: &Notice) -> Option<String> {
    let Parts { before, summary_class, form, after, .. } = parts(page)?;
    let told = format!(
        "<div id=\"told\" class=\"{summary_class}\" role=\"status\" tabindex=\"-1\" autofocus><p>{}</p><p>{}</p></div>",
        escape(&notice.title),
        escape(&notice.description)
    );
    Some([before, &told, form, after].concat())
}

/// The page after something was refused, with these values, each after its field's name, in the form.
/// A summary says what is wrong, and leads to the fields.
pub(crate) fn refused(page: &str, problem: &Problem, typed: &[(&str, String)]) -> Option<String> {
    let Parts { before, summary_class, error_class, form, after } = parts(page)?;
    let mut form = form.to_owned();
    for (name, text) in typed {
        if let Some(control) = Control::find(&form, name) {
            form = control.with_text(text);
        }
    }
    let mut items = String::new();
    let mut marked = Vec::new();
    for error in &problem.errors {
        let Ok(serde_json::Value::String(name)) = serde_json::to_value(error.field) else {
            continue;
        };
        // The first of a field is enough, as it is with script.
        let Some(control) = Control::find(&form, &name).filter(|_| !marked.contains(&name)) else {
            continue;
        };
        let hint = escape(error.hint);
        items += &format!("<li><a href=\"#{}\">{hint}</a></li>", control.id());
        form = control.with_error(&hint, error_class);
        marked.push(name);
    }
    let list = if items.is_empty() { items } else { format!("<ul>{items}</ul>") };
    let told = format!(
        "<div class=\"{summary_class}\" role=\"alert\" tabindex=\"-1\" autofocus><p>{}: {}</p>{list}</div>",
        escape(&problem.notice.title),
        escape(&problem.notice.description)
    );
    let before = before.replacen("<title>", "<title>Error: ", 1);
    Some([&before, &told, &form, after].concat())
}

struct Parts<'a> {
    before: &'a str,
    summary_class: &'a str,
    error_class: &'a str,
    form: &'a str,
    after: &'a str,
}

fn parts(page: &str) -> Option<Parts<'_>> {
    let (before, rest) = page.split_once(MARK)?;
    let (classes, rest) = rest.split_once("-->")?;
    let (summary_class, error_class) = classes.split_once(':')?;
    let (form, after) = rest.split_at(rest.find("</form>")?);
    Some(Parts { before, summary_class, error_class, form, after })
}

/// A control of a form, with what stands before and after its tag.
struct Control<'a> {
    before: &'a str,
    /// From `<` to before `>` or `/>`.
    tag: &'a str,
    after: &'a str,
}

impl<'a> Control<'a> {
    fn find(form: &'a str, name: &str) -> Option<Self> {
        let named = form.find(&format!(" name=\"{name}\""))?;
        let start = form[..named].rfind('<')?;
        let end = named + form[named..].find('>')?;
        let end = if form[..end].ends_with('/') { end - 1 } else { end };
        Some(Self { before: &form[..start], tag: &form[start..end], after: &form[end..] })
    }

    fn id(&self) -> &'a str {
        let after = self.tag.split_once(" id=\"").map_or("", |(_, after)| after);
        after.split_once('"').map_or("", |(id, _)| id)
    }

    /// The form with this text in it, or with this choice.
    fn with_text(&self, text: &str) -> String {
        let Self { before, tag, after } = self;
        let text = escape(text);
        if tag.starts_with("<textarea") {
            // The first line break of a text area is not its text.
            let after = after.replacen('>', &format!(">\n{text}"), 1);
            return format!("{before}{tag}{after}");
        }
        if tag.starts_with("<select") {
            let none = after.replacen(" selected=\"\"", "", 1);
            let choice = format!("<option value=\"{text}\"");
            let after = none.replacen(&choice, &format!("{choice} selected"), 1);
            return format!("{before}{tag}{after}");
        }
        let tag = tag.replace(" value=\"\"", "");
        format!("{before}{tag} value=\"{text}\"{after}")
    }

    /// The form with this error above it, which is markup.
    fn with_error(&self, hint: &str, class: &str) -> String {
        let Self { before, tag, after } = self;
        let error = format!("{}-error", self.id());
        let described = format!(" aria-describedby=\"{error}");
        let tag = if tag.contains(" aria-describedby=\"") {
            tag.replacen(" aria-describedby=\"", &(described + " "), 1)
        } else {
            format!("{tag}{described}\"")
        };
        format!(
            "{before}<p id=\"{error}\" class=\"{class}\">{hint}</p>{tag} aria-invalid=\"true\"{after}"
        )
    }
}

/// A text as markup, also within quotes.
fn escape(text: &str) -> String {
    let mut markup = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => markup += "&amp;",
            '<' => markup += "&lt;",
            '>' => markup += "&gt;",
            '"' => markup += "&quot;",
            '\'' => markup += "&#39;",
            // Nothing that a page could show.
            '\0' => {}
            letter => markup.push(letter),
        }
    }
    markup
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::rejection::RejectionCode;

    const PAGE: &str = "<title>Refer</title><input name=\"notes\"><!--told:box:wrong--><form method=\"post\">\
        <input id=\"a\" name=\"referredName\" value=\"\"/><select id=\"b\" name=\"service\">\
        <option value=\"\" hidden=\"\" selected=\"\">Select</option><option value=\"training\">Training</option>\
        </select><textarea id=\"c\" aria-describedby=\"c-optional\" name=\"notes\"></textarea></form>end";

    fn problem() -> Problem {
        let codes = [RejectionCode::ReferredNameMissing, RejectionCode::ServiceMissing];
        Problem::new(422, "Unprocessable", codes.map(api::Code::from).into())
    }

    #[test]
    fn what_was_typed_stands_in_the_form_again_and_is_no_markup() {
        let evil = "\"><script>alert('1')</script>&amp;</textarea>";
        let typed = [
            ("referredName", evil.to_owned()),
            ("service", "training".to_owned()),
            ("notes", format!("\n{evil}")),
            ("nothing", evil.to_owned()),
        ];
        let page = refused(PAGE, &problem(), &typed).unwrap();
        let safe =
            "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;&lt;/textarea&gt;";
        assert!(page.contains(&format!("name=\"referredName\" value=\"{safe}\"")), "{page}");
        assert!(page.contains(&format!("\n\n{safe}</textarea>")), "{page}");
        assert!(page.contains("<option value=\"training\" selected>"), "{page}");
        assert_eq!(page.matches("selected").count(), 1, "{page}");
        assert!(!page.contains("<script"), "{page}");
        assert!(page.starts_with("<title>Error: Refer</title><input name=\"notes\">"), "{page}");
    }

    #[test]
    fn a_summary_leads_to_each_field_that_says_what_is_wrong_with_it() {
        let problem = problem();
        let page = refused(PAGE, &problem, &[]).unwrap();
        for (id, error) in ["a", "b"].into_iter().zip(&problem.errors) {
            let hint = escape(error.hint);
            assert!(page.contains(&format!("<li><a href=\"#{id}\">{hint}</a></li>")), "{page}");
            assert!(
                page.contains(&format!("<p id=\"{id}-error\" class=\"wrong\">{hint}</p><")),
                "{page}"
            );
            assert!(
                page.contains(&format!("aria-describedby=\"{id}-error\" aria-invalid=\"true\"")),
                "{page}"
            );
        }
        assert!(page.contains("Please fill in all required fields for referral."), "{page}");
    }

    #[test]
    fn what_was_accepted_is_said_above_an_empty_form() {
        let page = accepted(PAGE, &Notice::referral_submitted("<Binu>")).unwrap();
        assert!(page.contains("Referral Submitted!</p><p>&lt;Binu&gt; was successfully"), "{page}");
        assert!(
            page.contains(
                "<form method=\"post\"><input id=\"a\" name=\"referredName\" value=\"\"/>"
            )
        );
        assert!(accepted("<form></form>", &Notice::message_sent()).is_none());
    }
}
