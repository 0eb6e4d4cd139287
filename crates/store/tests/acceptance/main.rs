//! The requirements for every store. Each runs with SQLite, and with PostgreSQL if it can be
//! started. With `STORE_POSTGRES=require` it fails if PostgreSQL cannot be started.

#![cfg(test)]

mod backups;
mod busy;
mod crash;
mod fixtures;
mod growth;
mod opening;
mod place;
mod program_before;
mod room;
mod upgrades;
mod versions;

/// Declares a module for each topic, and a test for each function and each database.
macro_rules! suite {
    ($($idea:ident { $($sentence:ident,)* })*) => {
        $(mod $idea;)*

        mod sqlite {
            $(mod $idea {
                $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $sentence() {
                    crate::$idea::$sentence(&crate::place::Sqlite::new()).await;
                })*
            })*
        }

        mod postgres {
            $(mod $idea {
                $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $sentence() {
                    if let Some(place) = crate::place::Postgres::new().await {
                        crate::$idea::$sentence(&place).await;
                    }
                })*
            })*
        }
    };
}

suite! {
    codes {
        a_code_is_stored_only_if_the_caller_agrees,
        the_caller_gets_the_counts_of_each_window,
        a_known_device_is_counted_by_itself,
        a_device_that_logs_in_again_is_known_by_its_new_token,
        a_proof_is_used_once_and_only_with_a_code,
        a_code_that_is_taken_back_counts_for_its_network_alone,
        a_code_that_is_not_sent_lets_in_and_does_not_count,
        tries_are_counted_up_to_the_limit,
        tries_of_all_codes_of_a_number_are_counted_but_for_known_devices,
        a_code_lets_in_once,
        an_unknown_code_is_nothing,
    }
    sessions {
        a_session_is_found_by_its_token_until_it_is_closed,
        a_new_user_is_registered_with_the_session_or_neither,
        a_session_replaces_the_one_before,
        use_is_noted_once_a_minute,
        a_session_that_has_ended_is_not_prolonged,
        all_sessions_of_a_number_are_closed_together,
        sessions_of_a_number_are_listed_while_they_hold,
        accounts_come_in_parts_in_the_order_of_their_numbers,
    }
    second_factor {
        wrong_tries_are_counted_since_an_instant,
        a_right_one_takes_no_wrong_ones_away,
        a_time_step_confirms_once,
        a_confirmed_session_has_another_token,
        a_step_confirms_no_session_that_is_not_there,
        an_erasure_and_a_sweep_leave_tries_and_used_steps,
        a_recovery_code_is_good_once_and_until_others_are_made,
    }
    staff {
        the_operators_number_is_the_first_owners_while_nobody_is_one,
        whoever_is_invited_logs_in_without_an_account,
        a_members_sessions_end_when_they_are_invited,
        another_role_ends_the_sessions_and_another_name_does_not,
        whoever_is_revoked_or_erased_leaves_an_id_and_no_number,
        whoever_works_here_is_not_erased_by_somebody_else,
        somebody_erased_by_a_version_without_staff_is_not_staff_any_more,
        logins_of_accounts_erased_by_an_older_version_are_deleted,
        the_last_owner_stays_one,
        two_owners_who_revoke_each_other_leave_one,
        nothing_is_changed_under_a_session_that_has_ended,
    }
    factors {
        a_first_factor_is_set_up_by_anybody_and_another_with_the_second_factor,
        of_two_first_factors_at_once_one_is_kept,
        an_app_is_kept_once_its_code_was_given,
        a_passkey_with_a_stale_counter_is_refused,
        a_challenge_is_good_once_and_for_a_while,
        the_last_factor_stays,
        removing_factors_ends_the_sessions,
    }
    events {
        an_event_is_written_with_its_change_or_not_at_all,
        events_are_found_by_who_did_them_and_to_whom,
        repeated_events_are_recorded_once_in_a_while,
        all_events_are_read_part_by_part,
        events_are_narrowed_by_kind_and_by_whom_they_name,
    }
    submissions {
        a_referral_is_kept_as_it_was_submitted,
        a_retry_is_answered_with_what_was_kept,
        a_key_that_was_used_for_something_else_is_refused,
        an_instant_that_is_taken_gives_the_next_id,
        texts_of_any_length_and_letters_are_kept,
    }
    awards {
        an_award_is_kept_with_its_history,
        a_stale_award_is_shown_what_came_between,
        an_award_of_nothing_finds_nothing,
        what_is_refused_changes_nothing,
        what_happened_is_kept_word_for_word,
    }
    lists {
        pages_make_up_the_whole_list_in_every_order,
        a_list_is_narrowed_by_owner_status_and_service,
        a_list_of_several_services_has_every_order_and_pages,
        a_search_comes_in_parts_too,
        awards_meanwhile_make_nothing_missing_or_shown_twice,
        an_invalid_cursor_begins_at_the_beginning,
    }
    stages {
        a_list_is_narrowed_by_stage_owner_service_and_time,
        what_waits_is_found_by_the_rule_that_says_why,
        a_search_finds_what_was_corrected_and_what_was_submitted,
        what_an_older_program_changes_is_found_by_its_stage_then,
        a_copy_is_in_the_stage_that_its_history_says,
    }
    duplicates {
        a_number_that_was_referred_before_is_found_in_any_spelling,
        a_pair_is_open_until_somebody_decides_or_declines,
        a_batch_changes_all_or_none,
        a_list_is_narrowed_to_what_is_a_duplicate_now,
        a_corrected_number_is_a_duplicate_of_what_it_is_now,
        nobody_is_the_first_by_correcting_an_old_referral,
        only_the_same_service_counts_where_that_is_settled,
        after_the_first_goes_the_others_are_flagged_again,
        an_erasure_leaves_the_flags_of_those_that_come_after,
        deciding_one_pair_leaves_the_others_of_its_first_open,
        a_duplicate_that_an_older_program_took_in_is_found_then,
        of_many_who_refer_one_person_at_once_one_is_the_first,
    }
    reports {
        a_report_says_what_counting_says_and_nothing_undone,
        a_report_follows_erasures_and_copies,
        lengths_of_any_histories_are_those_that_counting_finds,
        a_report_names_who_refers_most_successfully,
    }
    referrers {
        who_refers_is_listed_with_what_became_of_their_referrals,
        who_was_seen_last_comes_first_part_by_part,
        of_some_services_those_referrals_alone_count,
        a_referrer_is_found_by_name_and_number_and_not_by_others_texts,
        referrers_with_a_common_name_are_found_in_their_order,
        sums_of_referrers_follow_every_change,
    }
    searches {
        a_search_finds_parts_of_all_texts_in_any_case,
        a_search_takes_every_sign_as_it_is,
        a_search_finds_what_has_the_needle_in_it_and_nothing_else,
    }
    sums {
        totals_follow_every_change,
        totals_do_not_overflow,
    }
    copies {
        a_copy_is_taken_in_once,
        a_later_version_replaces_an_earlier_one_and_never_the_reverse,
        a_dry_run_changes_nothing,
        an_id_that_another_referral_has_is_not_in_the_way,
        what_was_erased_stays_away,
        a_copy_with_letters_that_no_database_holds_is_known_again,
    }
    erasures {
        an_erasure_takes_everything_under_a_number,
        an_erasure_makes_no_room_for_more_codes,
        a_referred_person_is_erased_by_their_phone,
        an_erased_submission_cannot_be_repeated,
        an_erased_number_that_signs_up_again_is_a_new_account,
        ids_of_erased_referrals_are_not_used_again,
        what_is_older_than_it_is_kept_goes,
        a_sweep_takes_what_has_no_use_any_more,
        nothing_that_is_written_during_an_erasure_refers_to_what_went,
    }
    people {
        a_list_has_what_was_referred_in_every_spelling,
        accounts_that_had_split_are_one,
        a_copy_of_an_account_is_known_in_another_spelling,
        what_an_older_program_writes_is_filled_in,
        an_erasure_comes_later_where_much_is_still_to_be_filled_in,
        an_account_is_erased_by_its_holder_alone,
        nothing_is_written_under_a_session_that_has_ended,
        a_login_finds_an_account_or_is_none,
    }
    mentions {
        an_erasure_takes_a_number_out_of_others_messages_and_leaves_them,
        an_erasure_takes_a_number_out_of_others_referrals_and_leaves_them,
        an_erasure_takes_a_number_out_of_every_field_and_event_of_others_referrals,
        an_erasure_takes_a_number_out_of_the_names_of_others,
        an_erasure_takes_a_number_out_of_notes_and_corrections,
        what_was_undone_stays_undone_when_it_loses_a_number,
    }
    traces {
        a_person_is_erased_wherever_they_stand,
        an_erasure_leaves_no_hash_of_what_an_older_program_counted,
        what_an_older_program_erases_is_gone_from_what_was_made_of_it,
        what_was_erased_is_remembered_by_a_key_that_is_not_there,
        an_erased_referral_that_is_here_again_is_told,
        an_erasure_leaves_no_trace_of_a_number_whatever_it_races_with,
    }
    crowds {
        one_idempotency_key_keeps_one_referral,
        no_more_codes_are_sent_than_may_be,
        no_more_tries_are_allowed_than_the_limit,
        tries_of_all_codes_at_once_are_counted_one_by_one,
        one_of_many_editors_is_the_first,
        every_referral_of_an_instant_has_an_id_of_its_own,
        a_time_step_is_used_by_one,
        no_more_second_factors_are_looked_at_than_the_limit,
        a_number_is_registered_once,
        a_message_is_claimed_by_one,
        a_delivery_is_claimed_by_one,
        a_webhook_is_removed_while_referrals_come,
        an_allowance_holds_however_many_come_at_once,
        a_copy_that_comes_twice_at_once_is_taken_in_once,
        sums_are_right_after_a_crowd_of_everything,
        a_request_that_is_given_up_is_done_as_a_whole_or_not_at_all,
    }
    messages {
        a_message_is_kept_once,
        messages_come_newest_first_in_parts,
        a_message_is_forwarded_by_one_and_once,
        a_claim_that_has_run_out_is_anybodys,
        a_message_that_nobody_takes_keeps_no_other_waiting,
        a_message_is_tried_again_when_it_is_due,
        a_message_that_is_given_up_waits_for_the_admin,
        messages_are_assigned_and_narrowed_by_that_and_by_where_they_stand,
        whoever_comes_late_to_a_message_changes_nothing_of_it,
    }
    outbox {
        each_webhook_is_told_of_what_it_asked_for,
        what_did_not_happen_is_told_to_nobody,
        a_delivery_is_claimed_again_when_its_claim_has_run_out,
        what_has_failed_waits_and_its_webhook_rests,
        what_has_waited_for_longest_comes_first_of_all_that_do_not_rest,
        what_is_given_up_is_sent_again_under_the_same_name,
        a_webhook_that_wants_nothing_more_is_off_until_it_is_switched_on,
        an_erasure_takes_what_was_still_to_be_told_of_it,
        a_new_secret_leaves_the_one_before_for_a_while,
        a_webhook_is_tried_out_and_removed_with_its_deliveries,
        deliveries_come_newest_first_in_parts,
        a_webhook_is_no_reason_to_lose_a_message,
        a_referrer_is_told_of_public_changes_if_they_want,
        a_referrer_is_told_of_their_own_referrals_and_only_so_often,
    }
    tokens {
        a_token_is_found_until_it_expires_or_is_revoked,
        the_use_of_a_token_is_noted_once_a_minute,
        nothing_is_written_under_a_token_that_is_revoked,
        tokens_go_with_their_maker_and_with_time,
    }
    answers {
        an_award_that_is_tried_again_is_saved_once_and_not_called_stale,
        an_erasure_that_is_tried_again_is_told_what_it_erased,
        of_many_retries_at_once_one_is_done,
        an_answer_that_is_kept_stays,
        answers_are_kept_for_a_week,
    }
}
