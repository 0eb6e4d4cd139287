//! The company's data in `content/site.json`.

use content::{ContentError, Day, Office, OpeningHours, Programme, Site};
use domain::account::PolicyError;
use domain::rejection::RejectionCode;

#[test]
fn a_valid_site_passes() {
    assert_eq!(site().check(), Ok(()));
}

#[test]
fn an_origin_is_a_scheme_and_a_host() {
    let good = [
        "https://karavan.example",
        "http://localhost",
        "http://127.0.0.1:8080",
        "https://a",
        "https://xn--exmple-cua.example",
        "https://a-b.example:65535",
    ];
    for origin in good {
        assert_eq!(Site { origin: origin.to_owned(), ..site() }.check(), Ok(()), "{origin}");
    }
    let bad = [
        "",
        "karavan.example",
        "//karavan.example",
        "https://",
        "https:///",
        "https://karavan.example/",
        "https://karavan.example/site",
        "https://karavan.example?q",
        "https://karavan.example#top",
        "https://karavan.example\\",
        "https://user@karavan.example",
        "https://kara van.example",
        "https://karavan.example\n",
        " https://karavan.example",
        "https://karavan..example",
        "https://.example",
        "https://karavan.example.",
        "https://-karavan.example",
        "https://karavan-.example",
        "https://karaván.example",
        "https://karavan.example:",
        "https://karavan.example:0",
        "https://karavan.example:+1",
        "https://karavan.example:65536",
        "https://karavan.example:80:80",
        "https://https://karavan.example",
        "HTTPS://karavan.example",
        "ftp://karavan.example",
        "javascript:alert(1)",
    ];
    for origin in bad {
        let found = Site { origin: origin.to_owned(), ..site() }.check();
        assert_eq!(found, Err(ContentError::Origin(origin.to_owned())));
    }
}

#[test]
fn the_e_mail_is_valid() {
    for email in ["", "info", "info@", " info@karavan.example", "info@karavan.example\n"] {
        let found = Site { email: email.to_owned(), ..site() }.check();
        assert_eq!(found, Err(ContentError::Email(email.to_owned())));
    }
}

#[test]
fn numbers_can_be_called_from_everywhere() {
    let with = |number: &str| {
        let [phone, none] = [Some(number.to_owned()), None];
        let both = [(phone.clone(), none.clone()), (none, phone)];
        both.map(|(phone, whatsapp)| Site { phone, whatsapp, ..site() }.check())
    };
    for number in ["+91 44 2345 6789", "+974-4455-5666", "+12345678", "+123456789012345"] {
        assert_eq!(with(number), [Ok(()), Ok(())], "{number}");
    }
    let bad = [
        "",
        "+",
        "044 2345 6789",
        "91 44 2345 6789",
        "+91 44  2345 6789",
        "+91 44 2345 6789 ",
        "+91 (44) 2345 6789",
        "+1234567",
        "+1234567890123456",
        "+९१ 44 2345 6789",
        "tel:+914423456789",
    ];
    for number in bad {
        let refused = || Err(ContentError::Phone(number.to_owned()));
        assert_eq!(with(number), [refused(), refused()]);
    }
}

#[test]
fn an_image_host_is_an_https_host() {
    let with = |host: &str| Site { image_hosts: vec![host.to_owned()], ..site() }.check();
    for host in ["https://images.example", "https://images.example:8443"] {
        assert_eq!(with(host), Ok(()), "{host}");
    }
    let bad = [
        "",
        "*",
        "https:",
        "https://",
        "https://*",
        "https://*.example",
        "images.example",
        "http://images.example",
        "https://images.example/",
        "https://images.example/a",
        "https://images.example;",
        "https://images.example 'unsafe-inline'",
        "'self'",
        "data:",
    ];
    for host in bad {
        assert_eq!(with(host), Err(ContentError::ImageHost(host.to_owned())));
    }
    let mut two = site();
    two.image_hosts = vec!["https://images.example".to_owned(), "data:".to_owned()];
    assert_eq!(two.check(), Err(ContentError::ImageHost("data:".to_owned())));
}

#[test]
fn offices_have_anchors_of_their_own() {
    let mut site = site();
    site.offices.push(office("qatar"));
    assert_eq!(site.check(), Ok(()));
    site.offices.push(office("india"));
    assert_eq!(site.check(), Err(ContentError::Twice("india".to_owned())));
    site.offices = vec![office("India")];
    assert_eq!(site.check(), Err(ContentError::Anchor("India".to_owned())));
}

#[test]
fn an_office_has_a_clock_and_a_calling_code() {
    let with = |offset: &str, code: &str| {
        let mut site = site();
        site.offices[0].utc_offset = offset.to_owned();
        site.offices[0].calling_code = code.to_owned();
        site.check()
    };
    assert_eq!(with("-03:00", "974"), Ok(()));
    for bad in ["", "05:30", "+5:30", "+25:00", "+é0:00"] {
        assert_eq!(with(bad, "91"), Err(ContentError::UtcOffset(bad.to_owned())));
    }
    for bad in ["", "+91", "9712", "९१"] {
        assert_eq!(with("+05:30", bad), Err(ContentError::CallingCode(bad.to_owned())));
    }
}

#[test]
fn an_office_opens_before_it_closes() {
    let with = |opens: &str, closes: &str| {
        let mut site = site();
        site.offices[0].hours.opens = opens.to_owned();
        site.offices[0].hours.closes = closes.to_owned();
        site.check()
    };
    assert_eq!(with("00:00", "23:59"), Ok(()));
    let bad = [("9:00", "18:00"), ("09:00", "24:00"), ("18:00", "09:00"), ("09:00", "09:00")];
    for (opens, closes) in bad {
        let refused = ContentError::Hours(opens.to_owned(), closes.to_owned());
        assert_eq!(with(opens, closes), Err(refused));
    }
}

#[test]
fn the_admin_number_is_a_mobile_number() {
    let cases = [
        ("", RejectionCode::MobileMissing),
        ("123456789", RejectionCode::MobileTooShort),
        ("1234567890123456", RejectionCode::MobileTooLong),
        ("+1000000000", RejectionCode::MobileNotDigits),
    ];
    for (number, error) in cases {
        let found = Site { programme: programme(number, "1234"), ..site() }.check();
        let refused = PolicyError::AdminNumber(number.to_owned(), error);
        assert_eq!(found, Err(ContentError::Policy(refused)));
    }
    let policy = programme("1000000000", "1234").policy().unwrap();
    assert_eq!((policy.admin.as_str(), policy.simulated_code.as_str()), ("1000000000", "1234"));
}

#[test]
fn the_simulated_code_is_made_of_digits() {
    for code in ["0", "0000", "123456"] {
        assert!(programme("1000000000", code).policy().is_ok(), "{code}");
    }
    for code in ["", " ", "12 34", "1234 ", "abcd", "12३4", "-123"] {
        let found = programme("1000000000", code).policy();
        let refused = PolicyError::SimulatedCode(code.to_owned());
        assert_eq!(found, Err(ContentError::Policy(refused)));
    }
}

#[test]
fn an_unknown_field_is_an_error() {
    let mut programme = serde_json::json!({
        "adminNumber": "1000000000", "simulatedCode": "1234", "regions": ["IN", "QA"],
    });
    assert!(serde_json::from_value::<Programme>(programme.clone()).is_ok());
    programme["simulatedcode"] = "4321".into();
    assert!(serde_json::from_value::<Programme>(programme).is_err());
}

#[test]
fn a_refusal_names_what_was_refused() {
    let errors = [
        programme("Hotel", "1234").policy().unwrap_err(),
        programme("1000000000", "Hotel").policy().unwrap_err(),
        Site { origin: "Hotel".to_owned(), ..site() }.check().unwrap_err(),
        Site { email: "Hotel".to_owned(), ..site() }.check().unwrap_err(),
    ];
    for error in errors {
        assert!(error.to_string().contains("\"Hotel\""), "{error}");
    }
}

fn site() -> Site {
    Site {
        name: "Karavan Global".to_owned(),
        legal_name: "Karavan Global".to_owned(),
        tagline: "Between India and the Gulf".to_owned(),
        blurb: "We hire and train people.".to_owned(),
        origin: "https://karavan.example".to_owned(),
        email: "info@karavan.example".to_owned(),
        phone: None,
        whatsapp: None,
        proofs: vec![],
        about: None,
        offices: vec![office("india")],
        programme: programme("1000000000", "1234"),
        image_hosts: vec![],
        switched_off: vec![],
    }
}

fn office(id: &str) -> Office {
    Office {
        id: id.to_owned(),
        country: "India".to_owned(),
        city: "Chennai".to_owned(),
        address: vec!["Porur".to_owned()],
        hours: OpeningHours {
            days: vec![Day::Monday],
            opens: "09:00".to_owned(),
            closes: "18:00".to_owned(),
        },
        time_zone: "Asia/Kolkata".to_owned(),
        utc_offset: "+05:30".to_owned(),
        calling_code: "91".to_owned(),
        latitude: 13.0,
        longitude: 80.2,
    }
}

fn programme(admin_number: &str, simulated_code: &str) -> Programme {
    Programme {
        admin_number: admin_number.to_owned(),
        simulated_code: simulated_code.to_owned(),
        regions: vec!["IN".to_owned(), "QA".to_owned()],
    }
}
