use super::*;

const ENGLISH: &str = "\
hello = Hello
# $company the company's name
by = By { $company }, with a `tick` and ${ \"{\" }
# $date (element) a day
closes = Closes { $date }
found = { $count ->
    [one] { $count } page
   *[other] { $count } pages
 } found
kind = { $kind ->
    [whole] Full-time
   *[part] Part-time
 }
";

const ARABIC: &str = "\
hello = مرحبا
by = من { $company }
closes = حتى { $date }
found = { $count ->
    [0] لا صفحات ({ $count })
    [zero] لا صفحات
    [one] صفحة
    [two] صفحتان
    [few] { $count } صفحات
    [many] { $count } صفحة
   *[other] { $count } صفحة
 }
kind = { $kind ->
    [whole] دوام كامل
   *[part] دوام جزئي
 }
";

fn plurals(names: &str) -> Vec<String> {
    names.split(' ').map(ToOwned::to_owned).collect()
}

fn english() -> Catalogue {
    Catalogue::read(ENGLISH, &plurals("one")).unwrap()
}

fn arabic(text: &str) -> anyhow::Result<Catalogue> {
    english().read_translation(text, &plurals("zero one two few many"))
}

#[test]
fn a_message_is_a_constant_or_a_function_with_its_types() {
    let module = english().module(false);
    for export in [
        "export const hello = \"Hello\";\n",
        "export const by = ({ company }: { company: string }): string =>\n  `By ${company}, with a \\`tick\\` and \\${`;\n",
        "export const closes = ({ date }: { date: ReactNode }): ReactNode =>\n  createElement(Fragment, null, \"Closes \", date);\n",
        "export const found = ({ count }: { count: number }): string =>\n  `${(plural(count) === \"one\" ? `${number(count)} page` : `${number(count)} pages`)} found`;\n",
        "export const kind = ({ kind }: { kind: \"whole\" | \"part\" }): string =>\n  (kind === \"whole\" ? \"Full-time\" : \"Part-time\");\n",
    ] {
        assert!(module.contains(export), "{export}\n{module}");
    }
    assert!(module.contains("import { createElement, Fragment, type ReactNode } from \"react\";"));
    assert!(module.contains("import { number, plural } from \"@/content/format\";"));
}

#[test]
fn a_language_has_its_own_plurals_and_order_of_writing() {
    let module = arabic(ARABIC).unwrap().module(true);
    assert!(module.contains("من \u{2068}${company}\u{2069}"), "{module}");
    assert!(
        module.contains("(count === 0 ? `لا صفحات (${number(count)})` : plural(count) === \"zero\"")
    );
    assert!(!module.contains("\u{2068}${number"));
}

#[test]
fn what_is_wrong_with_a_translation_is_said_with_its_line_and_name() {
    for (from, to, words) in [
        ("hello = مرحبا\n", "", "not translated: hello"),
        ("hello =", "hullo =", "line 1, hullo: English has no message \"hullo\": remove it"),
        ("by = من { $company }", "by = من نحن", "line 2, by: $company is missing"),
        ("{ $company }", "{ $name }", "line 2, by: $company is missing"),
        ("من { $company }", "من { $company } { $more }", "line 2, by: English has no $more here"),
        (
            "    [few] { $count } صفحات\n",
            "",
            "line 4, found: $count: this language also has the plurals few",
        ),
        ("[zero]", "[none]", "line 4, found: $count has other cases than in English"),
        ("    [0]", "    [other]", "this language has no plural \"other\""),
        (
            "    [whole] دوام كامل\n",
            "",
            "line 13, kind: $kind has other cases than in English: whole, part",
        ),
        ("حتى { $date }", "حتى { DATETIME($date) }", "line 3, closes: only texts and variables"),
        ("مرحبا", "مرحبا { -brand }", "line 1, hello: only texts and variables"),
        ("مرحبا", "مرحبا { by }", "line 1, hello: only texts and variables"),
        ("مرحبا\n", "مرحبا\n    .title = عنوان\n", "line 1, hello: attributes are not compiled"),
        ("hello =", "-brand = شركة\nhello =", "line 1, -brand: terms are not compiled"),
        ("{ $company }", "{ $company", "line 3: Expected a token"),
        ("hello = مرحبا\n", "hello = مرحبا\nhello = أهلا\n", "another message of this name"),
    ] {
        let text = ARABIC.replacen(from, to, 1);
        assert_ne!(text, ARABIC, "{from}");
        let error = format!("{:#}", arabic(&text).unwrap_err());
        assert!(error.contains(words), "{words}\n{error}");
    }
}

#[test]
fn only_what_english_calls_optional_may_be_left_out() {
    let read = |kind: &str| {
        let english =
            ["# $host (", kind, ") of the site\ncode = { $code } at { $host }\n"].concat();
        let english = Catalogue::read(&english, &plurals("one")).unwrap();
        english.read_translation("code = رمز { $code }\n", &plurals("one"))
    };
    assert!(read("plain, optional").is_ok());
    let error = format!("{:#}", read("plain").unwrap_err());
    assert!(error.contains("line 1, code: $host is missing"), "{error}");
}

#[test]
fn a_choice_in_english_is_one_in_every_language() {
    let (before, _) = ARABIC.split_once("found =").unwrap();
    let (_, after) = ARABIC.split_once("kind =").unwrap();
    let text = format!("{before}found = {{ $count }} صفحات\nkind ={after}");
    let error = format!("{:#}", arabic(&text).unwrap_err());
    assert!(error.contains("it has to choose by $count, as English does"), "{error}");
}

#[test]
fn what_is_wrong_with_an_original_is_said_too() {
    for (text, words) in [
        ("# $count (date) how many\na = { $count }\n", "$count is of the kind \"date\""),
        ("# $count (number) how many\na = None\n", "its comment tells of $count"),
        ("a = { $n ->\n   *[one] One\n }\n", "$n: write the star at [other]"),
        ("a = { $n ->\n   *[other] Many\n }\n", "this language also has the plurals one"),
        ("a = { $n ->\n    [0] None\n   *[some] Some\n }\n", "$n is no number"),
        ("a = { NUMBER($n) ->\n   *[other] Some\n }\n", "a choice is by a variable"),
    ] {
        let error = format!("{:#}", Catalogue::read(text, &plurals("one")).unwrap_err());
        assert!(error.contains(words), "{words}\n{error}");
    }
}
