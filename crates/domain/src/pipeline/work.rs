//! When a referral is due: how long it may stay in a stage, in the working days of the office that it
//! belongs to.

use alloc::string::String;
use alloc::vec::Vec;

use super::programme::StageDays;
use super::progress::Progress;
use crate::event::{Stage, Task, TaskKind};
use crate::referral::Instant;

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;

/// When an office works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Office {
    /// The city, by which colleagues know it.
    pub city: String,
    /// The calling code of its numbers, such as `91`. A referral belongs to the office of the referred
    /// person's number.
    pub calling_code: String,
    /// Its clock's minutes ahead of UTC.
    pub utc_offset: i32,
    /// On which days it works, Monday first.
    pub workdays: [bool; 7],
    /// When it closes, in minutes after midnight.
    pub closes: u32,
}

impl Office {
    /// An office that never closes, with UTC as its time.
    pub const fn always() -> Self {
        Self {
            city: String::new(),
            calling_code: String::new(),
            utc_offset: 0,
            workdays: [true; 7],
            closes: 24 * 60,
        }
    }

    /// When it closes on the working day that comes this many working days after an instant.
    pub fn due(&self, since: Instant, days: u32) -> Instant {
        self.closing(self.workday_after(self.day(since), days))
    }

    /// Before when something has begun that is [due](Self::due) by `now`.
    pub fn begun_before(&self, now: Instant, days: u32) -> Instant {
        // The last day that has closed by now, then as many working days back.
        let mut day = self.day(now);
        if self.closing(day) > now {
            day -= 1;
        }
        let has_workdays = self.workdays.contains(&true);
        for _ in 0..days {
            while has_workdays && !self.works(day) {
                day -= 1;
            }
            day -= 1;
        }
        self.instant((day + 1) * DAY_MS)
    }

    /// The day of an instant by its calendar, counted from 1970.
    fn day(&self, at: Instant) -> i64 {
        (millis(at) + i64::from(self.utc_offset) * MINUTE_MS).div_euclid(DAY_MS)
    }

    fn workday_after(&self, mut day: i64, days: u32) -> i64 {
        let has_workdays = self.workdays.contains(&true);
        for _ in 0..days {
            day += 1;
            while has_workdays && !self.works(day) {
                day += 1;
            }
        }
        day
    }

    fn works(&self, day: i64) -> bool {
        // The first day of 1970 was a Thursday.
        usize::try_from((day + 3).rem_euclid(7)).is_ok_and(|day| self.workdays[day])
    }

    fn closing(&self, day: i64) -> Instant {
        self.instant(day * DAY_MS + i64::from(self.closes) * MINUTE_MS)
    }

    /// The instant at which its clock shows this, in milliseconds since 1970.
    fn instant(&self, local: i64) -> Instant {
        let millis = local - i64::from(self.utc_offset) * MINUTE_MS;
        u64::try_from(millis).ok().and_then(|millis| millis.try_into().ok()).unwrap_or_default()
    }
}

/// The offices that work on referrals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offices {
    /// The one to which all numbers belong that are of no other.
    pub main: Office,
    /// The others.
    pub others: Vec<Office>,
}

impl Default for Offices {
    fn default() -> Self {
        Self { main: Office::always(), others: Vec::new() }
    }
}

impl Offices {
    /// In the order in which a number is looked for among their calling codes.
    pub fn all(&self) -> impl Iterator<Item = &Office> {
        [&self.main].into_iter().chain(&self.others)
    }

    /// The office of a number: digits that begin with a calling code.
    pub fn of(&self, number: &str) -> &Office {
        self.all().find(|office| number.starts_with(&office.calling_code)).unwrap_or(&self.main)
    }

    /// What is to be done next for a referral of this number: what somebody planned, or else a look at it
    /// before nobody has done anything for too long. `None` if nothing is left to do.
    pub fn next(&self, progress: &Progress, number: &str, days: &StageDays) -> Option<Task> {
        if progress.next.is_some() || !progress.stage.is_open() {
            return progress.next.clone();
        }
        let days = days.of(&progress.stage)?;
        let kind = match progress.stage {
            Stage::Received => TaskKind::Call,
            _ => TaskKind::Check,
        };
        let due = self.of(number).due(progress.dealt, days);
        Some(Task { kind, due, staff: String::new() })
    }
}

fn millis(at: Instant) -> i64 {
    i64::try_from(at.as_millis()).unwrap_or(i64::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    use alloc::vec;

    const HOUR: u64 = 3_600_000;
    const MONDAY: u64 = 1_785_715_200_000;

    fn chennai() -> Office {
        let workdays = [true, true, true, true, true, false, false];
        let (city, calling_code) = ("Chennai".into(), "91".into());
        Office { city, calling_code, utc_offset: 330, workdays, closes: 18 * 60 }
    }

    fn doha() -> Office {
        let workdays = [true, true, true, true, false, false, true];
        let (city, calling_code) = ("Doha".into(), "974".into());
        Office { city, calling_code, utc_offset: 180, workdays, closes: 17 * 60 }
    }

    fn instant(millis: u64) -> Instant {
        millis.try_into().unwrap()
    }

    fn at(day: u64, hour: u64) -> Instant {
        instant(MONDAY + (day * 24 + hour) * HOUR)
    }

    #[test]
    fn what_came_before_a_weekend_is_due_after_it() {
        // Monday is day 0; 18:00 in Chennai is 12:30 in UTC.
        let half = instant(at(2, 12).as_millis() + HOUR / 2);
        assert_eq!(chennai().due(at(0, 9), 2), half);
        // Friday and Saturday come to Tuesday in Chennai, and to Monday in Doha.
        for day in [4, 5] {
            let tuesday = instant(at(8, 12).as_millis() + HOUR / 2);
            assert_eq!(chennai().due(at(day, 9), 2), tuesday);
            assert_eq!(doha().due(at(day, 9), 2), at(7, 14));
        }
        // At 20:00 in UTC it is the next day in Chennai.
        assert_eq!(chennai().due(at(0, 20), 1), half);
    }

    #[test]
    fn both_ways_of_asking_agree() {
        for office in [chennai(), doha(), Office::always()] {
            for (since, now, days) in (0..400_u64).map(|n| (n * 7 % 300, n * 11 % 700, n % 5)) {
                let (since, now, days) = (at(0, since), at(0, now), u32::try_from(days).unwrap());
                let is_due = office.due(since, days) <= now;
                assert_eq!(is_due, since < office.begun_before(now, days), "{since:?} {now:?}");
            }
        }
    }

    #[test]
    fn a_number_belongs_to_the_first_office_with_its_code() {
        let other = |code: &str| Office { calling_code: code.into(), ..doha() };
        let offices = Offices { main: chennai(), others: vec![other("9"), other("97")] };
        let code = |number| offices.of(number).calling_code.as_str();
        assert_eq!(["919840012345", "97455512345", "15550100"].map(code), ["91", "9", "91"]);
    }

    #[test]
    fn an_office_without_working_days_counts_every_day() {
        let office = Office { workdays: [false; 7], ..Office::always() };
        assert_eq!(office.due(at(0, 9), 2), Office::always().due(at(0, 9), 2));
    }

    #[test]
    fn a_number_belongs_to_the_office_of_its_country() {
        let offices = Offices { main: chennai(), others: vec![doha()] };
        assert_eq!(offices.of("97455123456"), &doha());
        for other in ["919876543210", "442079460000", "ask her", ""] {
            assert_eq!(offices.of(other), &chennai(), "{other}");
        }
    }

    #[test]
    fn every_open_stage_has_its_days() {
        for stage in Stage::ALL {
            let has = StageDays::default().of(&stage).is_some();
            assert_eq!(has, stage.is_open(), "{stage:?}");
        }
    }
}
