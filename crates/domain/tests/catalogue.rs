//! The words, codes and constants that the specification fixes (sections 2, 3, 8 and 9).

#![cfg(test)]

use std::collections::BTreeSet;

use domain::mobile::MobileNumber;
use domain::notice::{BrowserFailure, Notice, Variant};
use domain::points::Points;
use domain::referral::{Status, Tone};
use domain::rejection::{Field, RejectionCode};
use domain::service::{ServiceOption, StoredService};
use domain::verdict::Verdict;
use domain::{limits, rewards};

#[test]
fn every_destructive_toast_has_its_wording() {
    use RejectionCode as Code;
    let toasts = [
        (
            "Please enter a valid mobile number.",
            &[
                Code::MobileMissing,
                Code::MobileNotDigits,
                Code::MobileTooShort,
                Code::MobileTooLong,
            ][..],
        ),
        ("Invalid OTP.", &[Code::WrongCode]),
        ("This mobile number is already registered. Please login.", &[Code::AlreadyRegistered]),
        ("Mobile number not registered. Please sign up.", &[Code::NotRegistered]),
        (
            "Please fill in all required fields for referral.",
            &[
                Code::ReferrerNameMissing,
                Code::ReferrerPhoneMissing,
                Code::ReferredNameMissing,
                Code::ReferredPhoneMissing,
                Code::ServiceMissing,
                Code::ServiceUnknown,
            ],
        ),
        (
            "Please enter valid points.",
            &[Code::PointsMissing, Code::PointsNotWhole, Code::PointsTooMany],
        ),
    ];
    for (description, codes) in toasts {
        for code in codes {
            let expected = notice("Error", description, Variant::Destructive);
            assert_eq!(code.words().notice, Some(expected), "{code:?}");
        }
    }
}

#[test]
fn the_contact_form_has_no_toast_for_a_broken_rule() {
    for code in RejectionCode::ALL.iter().copied() {
        let is_contact = code.as_str().starts_with("contact-");
        assert_eq!(code.words().notice.is_none(), is_contact, "{code:?}");
    }
}

#[test]
fn every_success_toast_has_its_wording() {
    let mobile = MobileNumber::parse("9876543210").unwrap();
    let toasts = [
        (
            Notice::message_sent(),
            "Message Sent!",
            "Thank you for reaching out. We will get back to you soon.",
        ),
        (
            Notice::code_sent(mobile.as_str(), "1234"),
            "OTP Sent (Simulated)",
            "An OTP was sent to 9876543210. Enter 1234 to continue.",
        ),
        (Notice::signed_up(), "Signup Successful!", "You are now logged in."),
        (Notice::logged_in(), "Login Successful!", "Welcome back!"),
        (
            Notice::referral_submitted("Bilal"),
            "Referral Submitted!",
            "Bilal was successfully referred.",
        ),
        (Notice::points_assigned(), "Success", "Points assigned successfully."),
    ];
    for (found, title, description) in toasts {
        assert_eq!(found, notice(title, description, Variant::Default));
    }
}

#[test]
fn the_number_of_unreadable_records_is_worded() {
    let words = |count, full| Notice::unreadable(count, full).description;
    assert_eq!(
        words(1, false),
        "One entry could not be read. It is kept as it is but not listed. Each visit tries again, \
         and the admin can export it."
    );
    assert_eq!(
        words(12, false),
        "12 entries could not be read. They are kept as they are but not listed. Each visit tries \
         again, and the admin can export them."
    );
    assert!(words(2, true).starts_with(&words(2, false)));
    assert!(words(2, true).contains("nothing can be saved"));
}

#[test]
fn a_notice_has_the_wording_of_the_specification() {
    assert_eq!(
        serde_json::to_value(Notice::error("Invalid OTP.")).unwrap(),
        serde_json::json!({
            "title": "Error", "description": "Invalid OTP.", "variant": "destructive"
        })
    );
    assert_eq!(serde_json::to_value(Variant::Default).unwrap(), "default");
}

#[test]
fn browser_failures_have_a_code_and_say_that_nothing_was_lost() {
    let codes: BTreeSet<_> = BrowserFailure::ALL.into_iter().map(BrowserFailure::as_str).collect();
    assert_eq!(codes.len(), BrowserFailure::ALL.len());
    for failure in BrowserFailure::ALL {
        assert_eq!(serde_json::to_value(failure).unwrap(), failure.as_str());
        let notice = failure.notice();
        assert_eq!((notice.title.as_str(), notice.variant), ("Error", Variant::Destructive));
        let keeps = notice.description.contains("What you typed is still here");
        assert_eq!(keeps, failure != BrowserFailure::StorageBlocked, "{failure:?}");
    }
    let descriptions: BTreeSet<_> =
        BrowserFailure::ALL.map(|failure| failure.notice().description).into();
    assert_eq!(descriptions.len(), BrowserFailure::ALL.len());
}

#[test]
fn every_code_is_listed_once_and_serialised_by_its_name() {
    let names: BTreeSet<_> =
        RejectionCode::ALL.iter().copied().map(RejectionCode::as_str).collect();
    assert_eq!(names.len(), RejectionCode::ALL.len());
    for code in RejectionCode::ALL.iter().copied() {
        assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
        assert_eq!(serde_json::from_value::<RejectionCode>(code.as_str().into()).unwrap(), code);
    }
    // The error for an unknown name lists all variants.
    let stranger = serde_json::from_str::<RejectionCode>("\"?\"").unwrap_err().to_string();
    let known: BTreeSet<_> = stranger.split('`').skip(3).step_by(2).collect();
    assert_eq!(known, names);
}

#[test]
fn every_code_says_where_and_what_to_do() {
    for code in RejectionCode::ALL.iter().copied() {
        let words = code.words();
        assert!(words.hint.ends_with('.') && words.hint.len() > 10, "{code:?}: {}", words.hint);
        let of_no_field = [
            RejectionCode::NotAdmin,
            RejectionCode::NotLoggedIn,
            RejectionCode::QuarantineFull,
            RejectionCode::NotAllowed,
            RejectionCode::TooLate,
            RejectionCode::EventGone,
            RejectionCode::UndoneTooOften,
            RejectionCode::HistoryFull,
            RejectionCode::NumberOutOfRange,
            RejectionCode::NoneOffered,
            RejectionCode::ListFull,
            RejectionCode::WayUnknown,
            RejectionCode::NoAccount,
            RejectionCode::TextsNotWanted,
            RejectionCode::ReferrerNumberUnclear,
            RejectionCode::SaidTooOften,
            RejectionCode::AlreadySaid,
            RejectionCode::ConsentRefused,
            RejectionCode::AnswerStays,
            RejectionCode::ConsentSettled,
            RejectionCode::AnswerUnknown,
            RejectionCode::TooManyTemplates,
            RejectionCode::RequestMoved,
            RejectionCode::OwnRequest,
            RejectionCode::AwardedByYou,
            RejectionCode::BatchByYou,
            RejectionCode::PointsTakenBack,
            RejectionCode::BatchMoved,
            RejectionCode::BatchEmpty,
            RejectionCode::BatchFull,
            RejectionCode::BatchOpen,
            RejectionCode::ControlCharacters,
        ];
        assert_eq!(words.field.is_none(), of_no_field.contains(&code), "{code:?}");
    }
}

#[test]
fn hints_name_the_real_limits() {
    let digits = format!("{} to {} digits", limits::MOBILE_MIN_DIGITS, limits::MOBILE_MAX_DIGITS);
    assert!(RejectionCode::MobileTooShort.words().hint.contains(&digits));
    assert!(RejectionCode::MobileTooLong.words().hint.contains(&digits));
    let megabytes = format!("{} MB", limits::IMPORT_MAX_BYTES / (1 << 20));
    assert!(RejectionCode::ImportTooLarge.words().hint.contains(&megabytes));
    assert!(RejectionCode::PointsTooMany.words().hint.contains(&limits::POINTS_MAX.to_string()));
    for (code, number) in [
        (RejectionCode::OfferPoints, limits::POINTS_MAX),
        (RejectionCode::OffersTooMany, rewards::OFFERS_MAX as u64),
        (RejectionCode::OfferTitle, rewards::OFFER_TITLE_MAX as u64),
        (RejectionCode::OfferText, rewards::OFFER_TEXT_MAX as u64),
        (RejectionCode::OfferStock, rewards::STOCK_MAX.into()),
        (RejectionCode::ReferenceTooLong, rewards::REFERENCE_MAX as u64),
        (RejectionCode::SentenceRefused, rewards::REDEMPTION_REASON_MAX as u64),
        (RejectionCode::BatchFull, rewards::BATCH_LINES_MAX as u64),
    ] {
        assert!(code.words().hint.contains(&number.to_string()), "{code:?}");
    }
}

#[test]
fn the_hint_belongs_to_the_field_that_broke_the_rule() {
    use RejectionCode as Code;
    let fields = [
        (Code::MobileTooShort, Field::Mobile, "mobile"),
        (Code::NotRegistered, Field::Mobile, "mobile"),
        (Code::WrongCode, Field::Code, "code"),
        (Code::ReferrerNameMissing, Field::ReferrerName, "referrerName"),
        (Code::ReferrerPhoneMissing, Field::ReferrerPhone, "referrerPhone"),
        (Code::ReferredNameMissing, Field::ReferredName, "referredName"),
        (Code::ReferredPhoneMissing, Field::ReferredPhone, "referredPhone"),
        (Code::ServiceUnknown, Field::Service, "service"),
        (Code::PointsNotWhole, Field::Points, "points"),
        (Code::ContactNameMissing, Field::Name, "name"),
        (Code::ContactEmailInvalid, Field::Email, "email"),
        (Code::ContactSubjectMissing, Field::Subject, "subject"),
        (Code::ContactMessageMissing, Field::Message, "message"),
    ];
    for (code, field, wire) in fields {
        assert_eq!(code.words().field, Some(field));
        assert_eq!(serde_json::to_value(field).unwrap(), wire);
    }
}

#[test]
fn a_refusal_shows_its_first_code() {
    let codes = vec![RejectionCode::WrongCode, RejectionCode::PointsMissing];
    let refused = Verdict::<()>::refused_for(codes.clone());
    let notice = Notice::error("Invalid OTP.");
    assert_eq!(refused, Verdict::Refused { codes, notice });
    let without_toast = Verdict::<()>::refused(RejectionCode::ContactNameMissing);
    let said = serde_json::to_value(without_toast).unwrap();
    assert_eq!(said["notice"]["description"], "This was not accepted.");
    assert_eq!(said["outcome"], "refused");
    assert_eq!(said["codes"], serde_json::json!(["contact-name-missing"]));
}

#[test]
fn an_accepted_answer_has_its_value() {
    let accepted = Verdict::accepted(7, Notice::points_assigned());
    let said = serde_json::to_value(&accepted).unwrap();
    assert_eq!((&said["outcome"], &said["value"]), (&"accepted".into(), &7.into()));
    assert_eq!(accepted.value(), Some(7));
}

#[test]
fn the_constants_have_the_values_of_section_9() {
    assert_eq!((limits::MOBILE_MIN_DIGITS, limits::MOBILE_MAX_DIGITS), (10, 15));
    assert_eq!(limits::DISPLAY_NAME_DIGITS, 4);
    assert_eq!(limits::OTP_PLACEHOLDER_DIGITS, 4);
    assert_eq!(limits::REFERRAL_DELAY_MS, 1000);
    assert_eq!(limits::CONTACT_DELAY_MS, 1500);
    assert_eq!(limits::TOAST_LIMIT, 1);
    assert_eq!(limits::TOAST_DURATION_MS, 5000);
    assert_eq!(limits::TOAST_SWIPE_THRESHOLD, 50);
    assert_eq!(limits::TOAST_HOTKEY, "F8");
    assert_eq!(limits::ROUTE_TRANSITION_MS, 300);
    assert_eq!(limits::CONTACT_MESSAGE_ROWS, 5);
    assert_eq!((limits::POINTS_INITIAL, Points::INITIAL.get()), (0, 0));
    // Number.MAX_SAFE_INTEGER, and the latest instant of a Date.
    assert_eq!(limits::POINTS_MAX, (1 << 53) - 1);
    assert_eq!(limits::INSTANT_MAX_MS, 100_000_000 * 24 * 60 * 60 * 1000);
}

#[test]
fn the_storage_keys_are_four() {
    let keys =
        [limits::KEY_USER, limits::KEY_ACCOUNTS, limits::KEY_REFERRALS, limits::KEY_QUARANTINE];
    assert_eq!(keys, ["loggedInUser", "registeredUsers", "allReferrals", "unreadableRecords"]);
}

#[test]
fn the_service_options_are_seven_in_their_order() {
    let expected = [
        ("training", "Training"),
        ("hr-recruitment", "HR Recruitment"),
        ("it-services", "IT Services"),
        ("non-it-services", "Non-IT Services"),
        ("royalty-card", "Royalty Card"),
        ("loyalty-card", "Loyalty Card"),
        ("others", "Others"),
    ];
    let words = |option: &ServiceOption| (option.value(), option.label());
    assert_eq!(ServiceOption::ALL.iter().map(words).collect::<Vec<_>>(), expected);
    for &option in ServiceOption::ALL {
        assert_eq!(ServiceOption::parse(option.value()), Some(option));
        assert_eq!(serde_json::to_value(option).unwrap(), option.value());
    }
    for stranger in ["", " training", "Training", "HR Recruitment", "__proto__"] {
        assert_eq!(ServiceOption::parse(stranger), None, "{stranger:?}");
    }
}

#[test]
fn a_stored_service_is_shown_by_its_label_or_as_it_is_stored() {
    let known = StoredService::from("hr-recruitment".to_owned());
    assert_eq!(known, StoredService::Known(ServiceOption::HrRecruitment));
    assert_eq!((known.value(), known.label()), ("hr-recruitment", "HR Recruitment"));
    let unknown = StoredService::from("spaceflight".to_owned());
    assert_eq!((unknown.value(), unknown.label()), ("spaceflight", "spaceflight"));
    for service in [known, unknown] {
        assert_eq!(serde_json::to_value(&service).unwrap(), service.value());
        assert_eq!(StoredService::from(String::from(service.clone())), service);
    }
}

#[test]
fn a_status_is_green_when_successful_yellow_when_pending_and_red_otherwise() {
    let tones = [
        ("Successful", Tone::Green, "green"),
        ("Pending", Tone::Yellow, "yellow"),
        ("Rejected", Tone::Red, "red"),
        ("pending", Tone::Red, "red"),
        ("", Tone::Red, "red"),
    ];
    for (word, tone, wire) in tones {
        let status = Status::from(word.to_owned());
        assert_eq!(status.tone(), tone, "{word:?}");
        assert_eq!(serde_json::to_value(tone).unwrap(), wire);
        assert_eq!(status.as_str(), word);
    }
}

fn notice(title: &str, description: &str, variant: Variant) -> Notice {
    Notice { title: title.to_owned(), description: description.to_owned(), variant }
}
