//! The page that answers a form without script: the form's own page, with a notice and what was
//! typed. The build generates the page. A comment in it says where the form begins, which
//! classes the notice and an error have, and which heading the list of errors gets below the page's own
//! (`web/src/app/prerendering/no-script-forms.tsx` and `frames/frame.tsx` beside it).

use api::{GO_BACK, Problem, try_again_in};
use domain::notice::Notice;
use domain::pipeline::ServiceChoice;
use domain::say::Value;

use crate::http::language::Translation;

/// Marks the beginning of the form.
const FORM_MARKER: &str = "<!--notice:";

/// The page after a success, with these values, by field name, in the form; `None` if it has no such form.
pub(crate) fn accepted(page: &str, notice: &Notice, values: &[(String, String)]) -> Option<String> {
    let Parts { before, notice_class, error_class, form, after, .. } = parts(page)?;
    let (form, _) = fill_in(form, values, &[], error_class);
    let notice = format!(
        "<div id=\"notice\" class=\"{notice_class}\" role=\"status\" tabindex=\"-1\" autofocus><p>{}</p><p>{}</p></div>",
        escape(&notice.title),
        escape(&notice.description)
    );
    Some([before, &notice, &form, after].concat())
}

/// The page whose form offers these services; `None` if it has no list of them. The option that stands
/// for none of them stays.
pub(crate) fn with_services(page: &str, services: &[ServiceChoice]) -> Option<String> {
    let (before, form) = page.split_at(page.find(FORM_MARKER)?);
    let list = form.find(" name=\"service\"")?;
    let options = list + form[list..].find('>')? + 1;
    let (start, rest) = form.split_at(options);
    let (options, after) = rest.split_at(rest.find("</select>")?);
    let none = options.split_inclusive("</option>").filter(|option| option.contains(" value=\"\""));
    let offered = services.iter().map(|ServiceChoice { value, label }| {
        format!("<option value=\"{}\">{}</option>", escape(value), escape(label))
    });
    let options: String = none.map(str::to_owned).chain(offered).collect();
    Some([before, start, &options, after].concat())
}

/// The page with these values, by field name, in the form.
pub(crate) fn filled_in(page: &str, values: &[(String, String)]) -> Option<String> {
    let Parts { before, error_class, form, after, .. } = parts(page)?;
    let (form, _) = fill_in(form, values, &[], error_class);
    Some([before, &form, after].concat())
}

/// The page after a refusal, with these values, by field name, in the form. A summary lists the
/// errors and links to the fields. The problem is in the language of these words.
pub(crate) fn refused(
    page: &str,
    problem: &Problem,
    values: &[(String, String)],
    words: &Translation,
) -> Option<String> {
    let Parts { before, notice_class, error_class, heading, form, after } = parts(page)?;
    let mut errors: Vec<(String, String)> = Vec::new();
    for error in &problem.errors {
        let name = serde_json::to_value(error.field).ok()?.as_str()?.to_owned();
        // One error per field is enough, as with script.
        if errors.iter().all(|(other, _)| *other != name) {
            errors.push((name, escape(&error.hint)));
        }
    }
    let (form, ids) = fill_in(form, values, &errors, error_class);
    let mut items = String::new();
    let mut is_listed = false;
    for (name, hint) in &errors {
        if let Some((_, id)) = ids.iter().find(|(control, _)| control == name) {
            items += &format!("<li><a href=\"#{id}\">{hint}</a></li>");
            is_listed |= *hint == escape(&problem.notice.description);
        }
    }
    let list = if items.is_empty() { items } else { format!("<ul>{items}</ul>") };
    // What the list says already is not the title as well.
    let notice = if is_listed { &words.not_sent() } else { &problem.notice };
    let summary = format!(
        "<div class=\"{notice_class}\" role=\"alert\" tabindex=\"-1\" autofocus>\
         <{heading}>{}: {}</{heading}>{list}</div>",
        escape(&notice.title),
        escape(&notice.description)
    );
    let title = format!("<title>{}: ", escape(&words.say_or("error", &[], "Error")));
    let before = before.replacen("<title>", &title, 1);
    Some([&before, &summary, &form, after].concat())
}

/// A small page for a request that was refused before its body was read, such as one of too many.
/// It costs very little, and Back still shows what was typed. `wait` is in seconds.
pub(crate) fn turned_away(notice: &Notice, wait: Option<&str>, words: &Translation) -> String {
    let wait = wait.map(|seconds| {
        let english = try_again_in(seconds);
        let when = words.say_or("try-again-in", &[("seconds", Value::Part(seconds))], &english);
        format!("<p>{}</p>", escape(&when))
    });
    format!(
        "<!doctype html><html {}><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <h1>{title}</h1><p>{}</p><p>{}</p>{}",
        words.attributes(),
        escape(&notice.description),
        escape(&words.say_or("go-back", &[], GO_BACK)),
        wait.unwrap_or_default(),
        title = escape(&notice.title)
    )
}

struct Parts<'a> {
    before: &'a str,
    notice_class: &'a str,
    error_class: &'a str,
    heading: &'a str,
    form: &'a str,
    after: &'a str,
}

fn parts(page: &str) -> Option<Parts<'_>> {
    let (before, rest) = page.split_once(FORM_MARKER)?;
    let (classes, rest) = rest.split_once("-->")?;
    let (notice_class, classes) = classes.split_once(':')?;
    let (error_class, heading) = classes.split_once(':')?;
    let (form, after) = rest.split_at(rest.find("</form>")?);
    Some(Parts { before, notice_class, error_class, heading, form, after })
}

/// The form with these values and errors (markup), by control name, in one pass; and the id of each
/// control, by name. Hidden ones have none, and no errors.
fn fill_in<'a>(
    form: &'a str,
    values: &[(String, String)],
    errors: &[(String, String)],
    error_class: &str,
) -> (String, Vec<(&'a str, &'a str)>) {
    let mut filled = String::with_capacity(form.len());
    let mut ids = Vec::new();
    // The selected value of the list whose options are being read.
    let mut choice = None;
    for piece in form.split_inclusive('>') {
        let (text, tag) = piece.split_at(piece.find('<').unwrap_or(piece.len()));
        filled += text;
        if let Some(chosen) = choice.as_ref().filter(|_| tag.starts_with("<option")) {
            let tag = tag.replacen(" selected=\"\"", "", 1);
            let value = format!(" value=\"{chosen}\"");
            filled += &tag.replacen(&value, &format!("{value} selected"), 1);
            continue;
        }
        let Some(name) = attribute(tag, "name") else {
            filled += tag;
            continue;
        };
        let id = attribute(tag, "id");
        ids.extend(id.map(|id| (name, id)));
        let value = values.iter().find(|(field, _)| *field == name).map(|(_, text)| escape(text));
        let mut tag = tag.to_owned();
        let error = errors.iter().find(|(field, _)| field == name);
        if let Some(((_, hint), id)) = error.zip(id) {
            filled += &format!("<p id=\"{id}-error\" class=\"{error_class}\">{hint}</p>");
            tag = with_error(&tag, id);
        }
        choice = value.clone().filter(|_| tag.starts_with("<select"));
        match value {
            // A line break at the start of a text area is not part of its text.
            Some(text) if tag.starts_with("<textarea") => filled += &format!("{tag}\n{text}"),
            Some(text) if attribute(&tag, "type") == Some("checkbox") => {
                let ticked = attribute(&tag, "value") == Some(&text);
                let tick = if ticked { "<input checked" } else { "<input" };
                filled += &tag.replacen("<input", tick, 1);
            }
            Some(text) if tag.starts_with("<input") => {
                let tag = tag.replacen(" value=\"\"", "", 1);
                filled += &tag.replacen("<input", &format!("<input value=\"{text}\""), 1);
            }
            _ => filled += &tag,
        }
    }
    (filled, ids)
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, value) = tag.split_once(&format!(" {name}=\""))?;
    value.split_once('"').map(|(value, _)| value)
}

/// The tag of a control (`id`) with a reference to the error above it.
fn with_error(tag: &str, id: &str) -> String {
    let described = format!(" aria-describedby=\"{id}-error");
    let attributes = if tag.contains(" aria-describedby=\"") {
        tag.replacen(" aria-describedby=\"", &(described + " "), 1)
    } else {
        tag.replacen(" name=", &format!("{described}\" name="), 1)
    };
    attributes.replacen(" name=", " aria-invalid=\"true\" name=", 1)
}

/// Escapes a text for markup, including attributes.
pub(crate) fn escape(text: &str) -> String {
    let mut markup = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => markup += "&amp;",
            '<' => markup += "&lt;",
            '>' => markup += "&gt;",
            '"' => markup += "&quot;",
            '\'' => markup += "&#39;",
            // A page cannot contain it.
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

    const PAGE: &str = "<title>Refer</title><input name=\"notes\"><!--notice:box:wrong:h3--><form method=\"post\">\
        <input id=\"a\" name=\"referredName\" value=\"\"/><select id=\"b\" name=\"service\">\
        <option value=\"\" hidden=\"\" selected=\"\">Select</option><option value=\"training\">Training</option>\
        </select><textarea id=\"c\" aria-describedby=\"c-optional\" name=\"notes\"></textarea></form>end";

    fn problem() -> Problem {
        let codes = [RejectionCode::ReferredNameMissing, RejectionCode::ServiceMissing];
        Problem::new(422, "Unprocessable", codes.map(api::Code::from).into())
    }

    #[test]
    fn typed_text_is_in_the_form_again_and_escaped() {
        let evil = "\"><script>alert('1')</script>&amp;</textarea>";
        let values = [
            ("referredName", evil.to_owned()),
            ("service", "training".to_owned()),
            ("notes", format!("\n{evil}")),
            ("nothing", evil.to_owned()),
        ];
        let values = values.map(|(name, text)| (name.to_owned(), text));
        let page = refused(PAGE, &problem(), &values, &Translation::default()).unwrap();
        let safe =
            "&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;amp;&lt;/textarea&gt;";
        assert!(page.contains(&format!("<input value=\"{safe}\" id=\"a\"")), "{page}");
        assert!(page.contains(&format!("\n\n{safe}</textarea>")), "{page}");
        assert!(page.contains("<option value=\"training\" selected>"), "{page}");
        assert_eq!(page.matches("selected").count(), 1, "{page}");
        assert!(!page.contains("<script"), "{page}");
        assert!(page.starts_with("<title>Error: Refer</title><input name=\"notes\">"), "{page}");
    }

    #[test]
    fn a_box_is_ticked_if_it_was() {
        let page = "<!--notice:box:wrong:h3--><form><input type=\"checkbox\" id=\"a\" name=\"agreed\" \
            value=\"yes\"/></form>";
        let ticked = |value: &str| {
            filled_in(page, &[("agreed".to_owned(), value.to_owned())])
                .unwrap()
                .contains(" checked")
        };
        assert!(ticked("yes"));
        assert!(!ticked("no") && !ticked(""));
    }

    #[test]
    fn an_error_summary_links_to_each_wrong_field() {
        let problem = problem();
        let page = refused(PAGE, &problem, &[], &Translation::default()).unwrap();
        for (id, error) in ["a", "b"].into_iter().zip(&problem.errors) {
            let hint = escape(&error.hint);
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
        let title = "<h3>Error: Please fill in all required fields for referral.</h3>";
        assert!(page.contains(title), "{page}");
    }

    /// A list that links to nothing, below a title that says nothing, would not say what is wrong.
    #[test]
    fn what_is_wrong_with_no_field_of_the_page_is_in_the_title() {
        let page = "<title>Code</title><!--notice:box:wrong:h2--><form method=\"post\">\
            <input type=\"hidden\" name=\"mobile\" value=\"\"/></form>";
        let codes = vec![api::HostedCode::TooManyCodes.into()];
        let problem = Problem::new(429, "Too Many Requests", codes);
        let page = refused(page, &problem, &[], &Translation::default()).unwrap();
        let title = escape(&problem.errors[0].hint);
        let summary =
            format!("autofocus><h2>Error: {title}</h2></div><form method=\"post\"><input type");
        assert!(page.contains(&summary), "{page}");
    }

    #[test]
    fn a_summary_says_nothing_twice() {
        let problem =
            Problem::new(422, "Unprocessable", vec![RejectionCode::ContactNameMissing.into()]);
        let page = PAGE.replace("referredName", "name");
        let page = refused(&page, &problem, &[], &Translation::default()).unwrap();
        let hint = &problem.errors[0].hint;
        assert!(
            page.contains(&format!(
                "<h3>Error: Nothing has been sent yet.</h3><ul><li><a href=\"#a\">{hint}</a></li></ul>"
            )),
            "{page}"
        );
    }

    #[test]
    fn the_services_that_are_offered_take_the_place_of_the_pages_own() {
        let choice = |value: &str, label: &str| ServiceChoice {
            value: value.to_owned(),
            label: label.to_owned(),
        };
        let offered = [choice("others", "Others"), choice("drone-survey", "Drones & <maps>")];
        let page = with_services(PAGE, &offered).unwrap();
        let list = "<option value=\"\" hidden=\"\" selected=\"\">Select</option>\
                    <option value=\"others\">Others</option>\
                    <option value=\"drone-survey\">Drones &amp; &lt;maps&gt;</option></select>";
        let from = PAGE.find("<option").unwrap();
        let until = PAGE.find("</select>").unwrap() + "</select>".len();
        assert_eq!(page, [&PAGE[..from], list, &PAGE[until..]].concat());
        assert_eq!(with_services("<select name=\"service\"></select>", &offered), None);
    }

    #[test]
    fn success_is_shown_above_an_empty_form() {
        let page = accepted(PAGE, &Notice::referral_submitted("<Binu>"), &[]).unwrap();
        assert!(page.contains("Referral Submitted!</p><p>&lt;Binu&gt; was successfully"), "{page}");
        assert!(
            page.contains(
                "<form method=\"post\"><input id=\"a\" name=\"referredName\" value=\"\"/>"
            )
        );
        assert!(accepted("<form></form>", &Notice::message_sent(), &[]).is_none());
    }
}
