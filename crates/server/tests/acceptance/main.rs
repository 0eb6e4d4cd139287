//! The requirements for every store. Each runs with SQLite, and with PostgreSQL if it can be
//! started. With `STORE_POSTGRES=require` it fails if PostgreSQL cannot be started.

#![cfg(test)]

mod answers;
mod awards;
mod backups;
mod busy;
mod codes;
mod concurrency;
mod copies;
mod crash;
mod database;
mod duplicates;
mod erasures;
mod events;
mod everywhere;
mod fixtures;
mod growth;
mod lists;
mod mentions;
mod messages;
mod opening;
mod outbox;
mod people;
mod referrers;
mod reports;
mod room;
mod searches;
mod second_factor;
mod sessions;
mod staff;
mod staff_factors;
mod stages;
mod submissions;
mod sums;
mod tokens;
mod traces;

/// A test for each function of each module, with each database.
macro_rules! suite {
    ($($idea:ident { $($sentence:ident,)* })*) => {
        mod sqlite {
            $(mod $idea {
                $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $sentence() {
                    let database = crate::database::Sqlite::with_schema().await;
                    crate::$idea::$sentence(&database).await;
                })*
            })*
        }

        mod postgres {
            $(mod $idea {
                $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $sentence() {
                    if let Some(database) = crate::database::Postgres::with_schema().await {
                        crate::$idea::$sentence(&database).await;
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
        a_known_device_is_counted_separately,
        a_device_that_logs_in_again_is_known_by_its_new_token,
        a_proof_is_used_once_and_only_for_a_code,
        an_unsent_code_counts_only_for_its_network,
        an_operators_code_logs_in_and_does_not_count,
        tries_are_counted_up_to_the_limit,
        tries_of_all_codes_of_a_number_are_counted_but_for_known_devices,
        a_code_logs_in_once,
        an_unknown_code_finds_nothing,
    }
    sessions {
        a_session_is_found_by_its_token_until_it_is_closed,
        a_new_user_and_the_session_are_stored_together,
        a_session_replaces_the_one_before,
        use_is_noted_once_a_minute,
        a_session_that_has_ended_is_not_prolonged,
        all_sessions_of_a_number_are_closed_together,
        valid_sessions_of_a_number_are_listed,
        accounts_are_paged_in_the_order_of_their_numbers,
    }
    second_factor {
        wrong_tries_are_counted_since_an_instant,
        a_right_try_does_not_reset_wrong_ones,
        a_totp_step_confirms_once,
        a_confirmed_session_has_another_token,
        a_totp_step_cannot_confirm_a_missing_session,
        an_erasure_and_a_sweep_leave_tries_and_used_steps,
        a_recovery_code_is_valid_once_and_until_new_ones_are_made,
    }
    staff {
        the_operators_number_is_the_first_owners_while_nobody_is_one,
        invited_staff_log_in_without_an_account,
        a_members_sessions_end_when_they_are_invited,
        another_role_ends_the_sessions_and_another_name_does_not,
        revoked_and_erased_staff_remain_as_ids,
        staff_cannot_be_erased_by_others,
        whoever_has_left_is_made_owner_again_by_the_operators_command_only,
        an_erasure_counts_what_went_with_the_staff_record,
        the_webhooks_of_somebody_who_leaves_are_switched_off_or_kept_by_another_owner,
        two_owners_who_erase_themselves_leave_one,
        the_last_owner_cannot_be_removed,
        two_owners_who_revoke_each_other_leave_one,
        nothing_is_changed_under_a_session_that_has_ended,
    }
    staff_factors {
        a_first_factor_is_set_up_by_anybody_and_another_with_the_second_factor,
        one_of_two_simultaneous_first_factors_is_stored,
        an_app_is_stored_after_its_first_code,
        a_passkey_with_a_stale_counter_is_refused,
        a_challenge_is_valid_once_and_expires,
        the_last_factor_stays,
        removing_factors_ends_the_sessions,
    }
    events {
        an_event_and_its_change_are_written_together,
        events_are_found_by_who_did_them_and_to_whom,
        repeated_events_are_recorded_once_in_a_while,
        all_events_are_paged,
        events_are_filtered_by_kind_and_person,
    }
    submissions {
        a_referral_is_kept_as_it_was_submitted,
        a_retry_is_answered_with_what_was_kept,
        a_reused_key_with_another_content_is_refused,
        a_taken_instant_gives_the_next_id,
        texts_of_any_length_and_characters_are_stored,
    }
    awards {
        an_award_is_stored_with_its_history,
        a_stale_award_gets_the_change_in_between,
        an_award_for_a_missing_referral_finds_nothing,
        a_refused_command_changes_nothing,
        events_are_stored_verbatim,
    }
    lists {
        pages_make_up_the_whole_list_in_every_order,
        a_list_is_filtered_by_owner_status_and_service,
        a_list_of_several_services_has_every_order_and_pages,
        a_search_is_paged,
        awards_meanwhile_make_nothing_missing_or_shown_twice,
        an_invalid_cursor_starts_at_the_beginning,
    }
    stages {
        a_list_is_filtered_by_stage_owner_service_and_time,
        the_inbox_is_found_by_its_rules,
        a_search_finds_corrected_and_submitted_texts,
        an_imported_referral_is_in_the_stage_of_its_history,
    }
    duplicates {
        a_number_that_was_referred_before_is_found_in_any_spelling,
        a_pair_is_open_until_somebody_decides_or_declines,
        a_batch_changes_all_or_none,
        a_list_is_filtered_by_current_duplicates,
        a_corrected_number_is_compared_as_corrected,
        a_correction_of_an_old_referral_does_not_make_it_the_first,
        with_the_same_service_policy_only_that_service_counts,
        after_an_erasure_of_the_first_the_others_are_flagged_again,
        an_erasure_leaves_the_flags_of_those_that_come_after,
        deciding_one_pair_leaves_the_others_of_its_first_open,
        an_imported_copy_comes_after_what_was_here,
        one_of_many_simultaneous_referrals_of_a_person_is_the_first,
    }
    reports {
        a_report_agrees_with_counting_and_ignores_undone_events,
        a_report_follows_erasures_and_copies,
        durations_in_stages_agree_with_counting,
        a_report_names_who_refers_most_successfully,
    }
    referrers {
        referrers_are_listed_with_their_results,
        referrers_are_paged_last_seen_first,
        lists_for_some_services_count_only_their_referrals,
        a_referrer_is_found_by_name_and_number_and_not_by_others_texts,
        referrers_with_a_common_name_are_found_in_their_order,
        sums_of_referrers_follow_every_change,
    }
    searches {
        a_search_finds_parts_of_all_texts_in_any_case,
        a_search_has_no_wildcards,
        a_search_finds_exactly_the_matching_referrals,
        a_person_is_found_in_any_spelling,
    }
    sums {
        totals_follow_every_change,
        totals_do_not_overflow,
    }
    copies {
        a_copy_is_imported_once,
        a_later_version_replaces_an_earlier_one_and_never_the_reverse,
        a_dry_run_changes_nothing,
        a_taken_id_does_not_prevent_an_import,
        erased_referrals_stay_erased,
        a_copy_with_nul_characters_is_recognised,
    }
    erasures {
        an_erasure_deletes_everything_under_a_number,
        an_erasure_does_not_reset_the_limit_of_codes,
        a_referred_person_is_erased_by_their_phone,
        an_erased_submission_cannot_be_repeated,
        an_erased_number_that_signs_up_again_is_a_new_account,
        ids_of_erased_referrals_are_not_used_again,
        old_records_are_deleted,
        a_sweep_deletes_what_has_expired,
        a_write_during_an_erasure_leaves_no_reference_to_an_erased_referral,
    }
    people {
        a_list_has_referrals_in_every_spelling_of_the_number,
        a_copy_of_an_account_is_known_in_another_spelling,
        an_account_is_erased_only_by_its_holder,
        nothing_is_written_under_a_session_that_has_ended,
        a_login_needs_an_account,
    }
    everywhere {
        every_column_with_a_text_is_known_to_erasures,
        an_erasure_takes_a_number_out_of_every_column,
    }
    mentions {
        an_erasure_takes_a_number_out_of_others_messages_and_leaves_them,
        an_erasure_takes_a_number_out_of_others_referrals_and_leaves_them,
        an_erasure_takes_a_number_out_of_every_field_and_event_of_others_referrals,
        an_erasure_removes_a_number_from_names_of_others,
        an_erasure_removes_a_number_from_notes_and_corrections,
        undone_events_stay_undone_after_a_number_is_erased,
    }
    traces {
        a_person_is_erased_wherever_their_number_is,
        erasures_are_remembered_by_a_keyed_hash,
        verify_reports_an_erased_referral_that_is_back,
        verify_reports_a_column_that_is_not_the_records,
        an_erasure_leaves_no_trace_of_a_number_whatever_it_races_with,
    }
    concurrency {
        one_idempotency_key_keeps_one_referral,
        no_more_codes_are_sent_than_may_be,
        no_more_tries_are_allowed_than_the_limit,
        tries_of_all_codes_at_once_are_counted_one_by_one,
        one_of_many_editors_is_the_first,
        every_referral_of_an_instant_has_an_id_of_its_own,
        a_totp_step_is_used_by_one_of_many,
        no_more_second_factors_are_looked_at_than_the_limit,
        a_number_is_registered_once,
        a_message_is_claimed_by_one,
        a_delivery_is_claimed_by_one,
        a_webhook_is_removed_during_submissions,
        a_daily_limit_holds_under_concurrency,
        two_simultaneous_imports_add_a_copy_once,
        sums_are_right_after_many_concurrent_writes,
        a_request_that_is_given_up_is_done_as_a_whole_or_not_at_all,
    }
    messages {
        a_message_is_kept_once,
        messages_are_paged_newest_first,
        a_message_is_forwarded_by_one_and_once,
        a_message_is_tried_again_when_it_is_due,
        a_message_that_is_given_up_waits_for_the_admin,
        messages_are_assigned_and_narrowed_by_that_and_by_where_they_stand,
        a_message_is_found_by_what_it_says,
        a_stale_change_of_a_message_is_refused,
    }
    outbox {
        each_webhook_gets_the_events_it_asked_for,
        repeated_and_refused_writes_notify_nobody,
        a_delivery_with_an_expired_claim_is_claimed_again,
        a_failed_delivery_waits_and_its_webhook_pauses,
        what_has_waited_for_longest_comes_first_of_all_that_do_not_rest,
        an_abandoned_delivery_is_replayed_with_the_same_id,
        a_webhook_that_wants_nothing_more_is_off_until_it_is_switched_on,
        an_erasure_deletes_pending_deliveries,
        the_previous_secret_stays_valid_for_a_while,
        a_webhook_is_tested_and_removed_with_its_deliveries,
        deliveries_are_paged_newest_first,
        a_failing_webhook_loses_no_message,
        a_referrer_is_notified_of_public_changes_if_they_want,
        a_referrer_is_notified_of_own_referrals_a_limited_number_of_times,
    }
    tokens {
        a_token_is_found_until_it_expires_or_is_revoked,
        the_use_of_a_token_is_noted_once_a_minute,
        nothing_is_written_under_a_token_that_is_revoked,
        tokens_end_with_their_creator_and_expire,
    }
    answers {
        an_award_that_is_tried_again_is_saved_once_and_not_called_stale,
        a_retried_erasure_says_what_it_erased,
        one_of_many_simultaneous_retries_is_executed,
        an_answer_that_is_kept_stays,
        answers_are_kept_for_a_week,
    }
}
