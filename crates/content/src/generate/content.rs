//! Checks the company's content and writes it as TypeScript modules.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::Context;
use chrono::{Days, NaiveDate};
use content::{
    Block, CaseStudy, ContentError, Course, Language, ORIGINAL, Pictures, Post, PostSummary,
    ServiceFile, Site, State, TextPage, TextPageLink, Vacancy, read_case, read_course,
    read_languages, read_post, read_service, read_text_page, read_vacancy, related, share_anchors,
};
use serde::Serialize;

use crate::language;
use crate::last_days::LastDay;
use crate::module::{Module, literal};
use crate::output::Output;
use crate::rules;
use crate::source::Source;
use crate::words;

/// The address of the search page, which has no file in `content/`.
const SEARCH: &str = "/search";
/// The address of the service worker, which has none either.
const WORKER: &str = "/sw.js";

/// Everything that is published.
struct Content {
    site: Site,
    /// In their order.
    services: Vec<ServiceFile>,
    /// Newest first.
    posts: Vec<(PostSummary, Post)>,
    /// By their names.
    text_pages: BTreeMap<String, TextPage>,
    /// Newest first.
    vacancies: Vec<(Vacancy, Vec<Block>)>,
    /// By their titles.
    courses: Vec<(Course, Vec<Block>)>,
    /// Newest first.
    cases: Vec<(CaseStudy, Vec<Block>)>,
    /// Whether there is a search page.
    search: bool,
    /// Whether the site can be read offline.
    worker: bool,
}

/// What was written, and how far the translations have come, by their paths below `content`.
#[derive(Debug)]
pub(crate) struct Written {
    /// How many files have changed.
    pub(crate) changed: usize,
    pub(crate) translations: BTreeMap<String, State>,
    /// Of everything that goes by itself.
    pub(crate) last_days: Vec<LastDay>,
}

/// Writes `web/src/content/generated/`, with a folder for each language but the first.
pub(crate) fn write(root: &Path) -> anyhow::Result<Written> {
    let folder = root.join("content");
    let languages = languages(&folder)?;
    let mut output = Output::default();
    let mut translations = BTreeMap::new();
    let mut all = Vec::new();
    for language in &languages {
        let source = Source::new(&folder, language);
        let original = all.first().map(|(_, content, _)| content);
        let content = Content::read(&source, source.site()?, original)?;
        let folder = folder.join(&language.code).join("words");
        let words = match all.first() {
            None => words::originals(&folder, language, content.titles(&content))?,
            Some((_, _, originals)) => words::translations(&folder, language, originals)?,
        };
        translations.extend(source.states.take());
        all.push((language, content, words));
    }
    let last_days = all.first().map(|(_, original, _)| original.last_days()).unwrap_or_default();
    let changes = last_days.iter().filter_map(|last| last.day.checked_add_days(Days::new(1)));
    let changes = changes.collect();
    let addresses: Vec<_> = all.iter().map(|(_, content, _)| content.addresses()).collect();
    for (place, (own, content, words)) in all.iter().enumerate() {
        let prefix = if place == 0 { String::new() } else { format!("{}/", own.code) };
        content.add_modules(&mut output, &prefix, &changes)?;
        words::add(&mut output, &prefix, own, words);
        if place > 0 {
            let (titles, rules) = (all[0].1.titles(content), &words[rules::NAME]);
            rules::add(&mut output, &prefix, rules, titles.clone())
                .with_context(|| words::path(own, rules::NAME))?;
            let files = words::of_server(&folder.join(&own.code).join("words"))?;
            rules::add_for_server(&mut output, &prefix, own, &files, &titles)?;
        }
        let module = language::module(place, &languages, &addresses)?;
        output.add(format!("{prefix}language.ts"), module);
    }
    // Last, because what is wrong with a picture that a text shows is said with the name of the text.
    Pictures::new(folder.join("public"), Vec::new()).check_folder()?;
    let changed = output.write(&root.join("web/src/content/generated"))?;
    Ok(Written { changed, translations, last_days })
}

fn languages(folder: &Path) -> anyhow::Result<Vec<Language>> {
    let name = "content/languages.json";
    read_languages(&fs::read_to_string(folder.join("languages.json")).context(name)?).context(name)
}

/// Reads what is said of the company and the site as a whole.
pub(crate) fn site(folder: &Path) -> anyhow::Result<Site> {
    let languages = languages(folder)?;
    Source::new(folder, &languages[0]).site()
}

impl Content {
    /// Reads a folder, without what the site has switched off. A translation shares the anchors of its
    /// original.
    fn read(source: &Source<'_>, site: Site, original: Option<&Self>) -> anyhow::Result<Self> {
        site.check().context("content/site.json")?;
        let pictures = &Pictures::new(source.content.join("public"), site.image_hosts.clone());
        let mut posts =
            values(source.files("posts", |slug, text| read_post(slug, text, pictures))?);
        posts.sort_by(|(a, _), (b, _)| b.date.cmp(&a.date).then_with(|| a.slug.cmp(&b.slug)));
        let mut text_pages =
            source.files("pages", |name, text| read_text_page(name, text, pictures))?;
        let mut services =
            values(source.files("services", |id, text| read_service(id, text, pictures))?);
        // Those of the same place stay in the order of their names.
        services.sort_by_key(|file| file.order);

        let mut vacancies =
            values(source.files("vacancies", |slug, text| read_vacancy(slug, text, pictures))?);
        vacancies.sort_by_key(|(vacancy, _)| Reverse(vacancy.posted));
        let mut courses =
            values(source.files("courses", |slug, text| read_course(slug, text, pictures))?);
        courses.sort_by(|(a, _), (b, _)| a.title.cmp(&b.title));
        let of_services = original.map_or(&services, |original| &original.services);
        let ids: Vec<_> = of_services.iter().map(|file| file.service.id.clone()).collect();
        let mut cases =
            values(source.files("cases", |slug, text| read_case(slug, text, &ids, pictures))?);
        cases.sort_by_key(|(case, _)| Reverse(case.finished));

        let is_on = |address| !site.switched_off.iter().any(|off| off == address);
        let (search, worker) = (is_on(SEARCH), is_on(WORKER));
        for address in &site.switched_off {
            if [SEARCH, WORKER].contains(&address.as_str()) {
                continue;
            }
            let service = services.iter_mut().find(|it| it.service.url.as_ref() == Some(address));
            let is_service = service.map(ServiceFile::switch_page_off).is_some();
            let name = address.strip_prefix('/').unwrap_or_default();
            let mut is_page = is_service || text_pages.remove(name).is_some();
            let mut stays = |folder: &str, slug: &str| {
                let is_it = *address == format!("/{folder}/{slug}");
                is_page |= is_it;
                !is_it
            };
            posts.retain(|(post, _)| stays("blog", &post.slug));
            vacancies.retain(|(vacancy, _)| stays("vacancies", &vacancy.slug));
            courses.retain(|(course, _)| stays("courses", &course.slug));
            cases.retain(|(case, _)| stays("cases", &case.slug));
            if !is_page && source.is_original() {
                return Err(ContentError::NothingToSwitchOff(address.clone()))
                    .context("content/site.json");
            }
        }

        let summaries: Vec<_> = posts.iter().map(|(summary, _)| summary.clone()).collect();
        for (summary, post) in &mut posts {
            post.related = related(summary, &summaries);
        }
        let mut content =
            Self { site, services, posts, text_pages, vacancies, courses, cases, search, worker };
        if let Some(original) = original {
            content.share_anchors(original, source)?;
        }
        Ok(content)
    }

    fn share_anchors(&mut self, original: &Self, source: &Source<'_>) -> anyhow::Result<()> {
        let originals: BTreeMap<_, _> = original.bodies().collect();
        for (path, blocks) in self.bodies_mut() {
            // Without an original it would not have been read, but the page may be switched off.
            let Some(blocks_there) = originals.get(&path) else { continue };
            let path = format!("{}/{path}", source.language.code);
            let is_behind = source.states.borrow().get(&path).is_some_and(|it| it.is_behind);
            share_anchors(blocks_there, blocks, is_behind)
                .with_context(|| format!("content/{path}"))?;
        }
        Ok(())
    }

    /// Each text, by its path below the language's folder.
    fn bodies(&self) -> impl Iterator<Item = (String, &Vec<Block>)> {
        let path = |folder: &str, name: &str| format!("{folder}/{name}.md");
        let services = self.services.iter().filter_map(ServiceFile::own_page);
        let services = services.map(move |(id, page)| (path("services", id), &page.content));
        let pages = self.text_pages.iter();
        let pages = pages.map(move |(name, page)| (path("pages", name), &page.content));
        let posts =
            self.posts.iter().map(move |(it, post)| (path("posts", &it.slug), &post.content));
        let vacancies =
            self.vacancies.iter().map(move |(it, body)| (path("vacancies", &it.slug), body));
        let courses = self.courses.iter().map(move |(it, body)| (path("courses", &it.slug), body));
        let cases = self.cases.iter().map(move |(it, body)| (path("cases", &it.slug), body));
        services.chain(pages).chain(posts).chain(vacancies).chain(courses).chain(cases)
    }

    fn bodies_mut(&mut self) -> impl Iterator<Item = (String, &mut Vec<Block>)> {
        let path = |folder: &str, name: &str| format!("{folder}/{name}.md");
        let services = self.services.iter_mut().filter_map(move |file| {
            Some((path("services", &file.service.id), &mut file.page.as_mut()?.content))
        });
        let pages = self.text_pages.iter_mut();
        let pages = pages.map(move |(name, page)| (path("pages", name), &mut page.content));
        let posts = self.posts.iter_mut();
        let posts = posts.map(move |(it, post)| (path("posts", &it.slug), &mut post.content));
        let vacancies = self.vacancies.iter_mut();
        let vacancies = vacancies.map(move |(it, body)| (path("vacancies", &it.slug), body));
        let courses = self.courses.iter_mut();
        let courses = courses.map(move |(it, body)| (path("courses", &it.slug), body));
        let cases = self.cases.iter_mut().map(move |(it, body)| (path("cases", &it.slug), body));
        services.chain(pages).chain(posts).chain(vacancies).chain(courses).chain(cases)
    }

    /// The addresses of the pages that exist because of a file, and of their lists.
    fn addresses(&self) -> BTreeSet<String> {
        let pages = self.services.iter().filter_map(|file| file.service.url.clone());
        let mut addresses: BTreeSet<_> = pages.collect();
        addresses.extend(self.text_pages.keys().map(|name| format!("/{name}")));
        let mut add = |list: &str, slugs: Vec<&String>| {
            if !slugs.is_empty() {
                addresses.insert(list.to_owned());
            }
            addresses.extend(slugs.into_iter().map(|slug| format!("{list}/{slug}")));
        };
        add("/services", self.services.iter().map(|it| &it.service.id).collect());
        add("/blog", self.posts.iter().map(|(it, _)| &it.slug).collect());
        add("/vacancies", self.vacancies.iter().map(|(it, _)| &it.slug).collect());
        add("/courses", self.courses.iter().map(|(it, _)| &it.slug).collect());
        add("/cases", self.cases.iter().map(|(it, _)| &it.slug).collect());
        addresses
    }

    /// Adds the modules of a language, each with this before its name.
    fn add_modules(
        &self,
        into: &mut Output,
        prefix: &str,
        changes: &BTreeSet<NaiveDate>,
    ) -> anyhow::Result<()> {
        let mut output = Output::default();
        let mut site = Module::new("content/site.json");
        site.import_types(&["Site"], "@bindings");
        site.constant("The company and the site as a whole.", "site", "Site", &self.site)?;
        output.add("site.ts", site.text());
        let mut about = Module::new("content/site.json");
        about.import_types(&["About"], "@bindings");
        about.constant("Who the company is.", "about", "About | null", &self.site.about)?;
        output.add("about.ts", about.text());
        let mut services = Module::new("content/en/services");
        services.import_types(&["Service"], "@bindings");
        let all: Vec<_> = self.services.iter().map(|file| &file.service).collect();
        services.constant("The services, in full.", "services", "readonly Service[]", &all)?;
        output.add("services.ts", services.text());
        // The home page uses this and does not load the services' full texts.
        let mut offers = Module::new("content/en/services");
        offers.import_types(&["OfferCard"], "@bindings");
        let cards: Vec<_> = self.services.iter().map(ServiceFile::offer_card).collect();
        offers.constant("The cards of What We Offer.", "offers", "readonly OfferCard[]", &cards)?;
        output.add("offers.ts", offers.text());
        add_list(&mut output, "posts", "PostSummary", "The posts, newest first.", &self.posts)?;
        let doc = "The vacancies, newest first, also those that have closed.";
        add_list(&mut output, "vacancies", "Vacancy", doc, &self.vacancies)?;
        let doc = "The courses, by their titles, with dates that may be past.";
        add_list(&mut output, "courses", "Course", doc, &self.courses)?;
        add_list(&mut output, "cases", "CaseStudy", "The cases, newest first.", &self.cases)?;
        output.add("addresses.ts", self.addresses_module(changes)?);
        let posts = self.posts.iter().map(|(summary, post)| (&summary.slug, post));
        add_bodies(&mut output, "Post", "posts", posts)?;
        add_bodies(&mut output, "TextPage", "text-pages", &self.text_pages)?;
        let bodies = self.vacancies.iter().map(|(vacancy, body)| (&vacancy.slug, body));
        add_bodies(&mut output, "Block[]", "vacancies", bodies)?;
        let bodies = self.courses.iter().map(|(course, body)| (&course.slug, body));
        add_bodies(&mut output, "Block[]", "courses", bodies)?;
        let bodies = self.cases.iter().map(|(case, body)| (&case.slug, body));
        add_bodies(&mut output, "Block[]", "cases", bodies)?;
        let pages = self.services.iter().filter_map(ServiceFile::own_page);
        add_bodies(&mut output, "ServicePage", "service-pages", pages)?;
        for (path, text) in output.files() {
            into.add(format!("{prefix}{path}"), text.to_owned());
        }
        Ok(())
    }

    /// The addresses of content pages, for the router and the footer.
    fn addresses_module(&self, changes: &BTreeSet<NaiveDate>) -> anyhow::Result<String> {
        let mut module = Module::new("content");
        module.import_types(&["TextPageLink"], "@bindings");
        let link = |(name, page): (&String, &TextPage)| TextPageLink {
            url: format!("/{name}"),
            title: page.title.clone(),
        };
        let text_pages: Vec<_> = self.text_pages.iter().map(link).collect();
        let doc = "The pages of text, as the footer names them.";
        module.constant(doc, "textPages", "readonly TextPageLink[]", &text_pages)?;
        let pages = self.services.iter().filter_map(ServiceFile::own_page);
        let ids: BTreeSet<_> = pages.map(|(id, _)| id).collect();
        let doc = "Whether there is a page to search.";
        module.constant(doc, "hasSearch", "boolean", &self.search)?;
        let doc = "Whether the site opens without a connection.";
        module.constant(doc, "opensOffline", "boolean", &self.worker)?;
        let doc = "The services with pages of their own, by id.";
        module.constant(doc, "serviceIds", "readonly string[]", &ids)?;
        let slugs: Vec<_> = self.vacancies.iter().map(|(it, _)| &it.slug).collect();
        let doc = "The vacancies by the last part of their address, also those that have closed.";
        module.constant(doc, "vacancySlugs", "readonly string[]", &slugs)?;
        let last = self.vacancies.iter().map(|(it, _)| it.closes).max();
        let doc = "The last day on which a vacancy is open.";
        module.constant(doc, "vacanciesUntil", "string | null", &last)?;
        let slugs: Vec<_> = self.courses.iter().map(|(it, _)| &it.slug).collect();
        let doc = "The courses by the last part of their address.";
        module.constant(doc, "courseSlugs", "readonly string[]", &slugs)?;
        let slugs: Vec<_> = self.cases.iter().map(|(it, _)| &it.slug).collect();
        let doc = "The cases by the last part of their address.";
        module.constant(doc, "caseSlugs", "readonly string[]", &slugs)?;
        let doc = "Each day on which something is gone that was there the day before, in order.";
        module.constant(doc, "changes", "readonly string[]", changes)?;
        Ok(module.text())
    }

    /// The titles of the services in a translation, by those here.
    fn titles(&self, translation: &Self) -> rules::Titles {
        let title = |file: &ServiceFile| file.service.title.clone();
        let by_id: BTreeMap<_, _> =
            translation.services.iter().map(|it| (&it.service.id, title(it))).collect();
        let services = self.services.iter();
        services.filter_map(|it| Some((title(it), by_id.get(&it.service.id)?.clone()))).collect()
    }

    /// The days on which vacancies close, and on which courses start.
    fn last_days(&self) -> Vec<LastDay> {
        let closed = self.vacancies.iter().map(|(vacancy, _)| LastDay {
            day: vacancy.closes,
            file: format!("content/{ORIGINAL}/vacancies/{}.md", vacancy.slug),
            what: "it has ended on",
        });
        let begun = self.courses.iter().flat_map(|(course, _)| {
            course.dates.iter().map(|date| LastDay {
                day: date.starts,
                file: format!("content/{ORIGINAL}/courses/{}.md", course.slug),
                what: "a date has begun on",
            })
        });
        closed.chain(begun).collect()
    }
}

fn values<T>(files: BTreeMap<String, T>) -> Vec<T> {
    files.into_values().collect()
}

/// Adds `<name>.ts` with a list of what has a page, without the texts.
fn add_list<Summary: Serialize, Body>(
    output: &mut Output,
    name: &str,
    of: &str,
    doc: &str,
    entries: &[(Summary, Body)],
) -> anyhow::Result<()> {
    let mut module = Module::new(&format!("content/en/{name}"));
    module.import_types(&[of], "@bindings");
    let summaries: Vec<_> = entries.iter().map(|(summary, _)| summary).collect();
    module.constant(doc, name, &format!("readonly {of}[]"), &summaries)?;
    output.add(format!("{name}.ts"), module.text());
    Ok(())
}

/// Adds each text of a type as a separate chunk, so that a reader downloads only one; and
/// `<folder>-bodies.ts`, which loads them.
fn add_bodies<'a, Body: Serialize + 'a>(
    output: &mut Output,
    of: &str,
    folder: &str,
    bodies: impl IntoIterator<Item = (&'a String, &'a Body)>,
) -> anyhow::Result<()> {
    let source = format!("content/en/{folder}");
    let imported = [of.trim_end_matches("[]")];
    let mut entries = String::new();
    for (name, body) in bodies {
        let mut module = Module::new(&source);
        module.import_types(&imported, "@bindings");
        module.add(&format!("export default {} satisfies {of};", literal(body)?));
        output.add(format!("{folder}/{name}.ts"), module.text());
        entries += &format!("  \"{name}\": () => import(\"./{folder}/{name}\"),\n");
    }
    let mut module = Module::new(&source);
    module.import_types(&imported, "@bindings");
    module.add(&format!(
        "/** How to load each, by name. */\n\
         export const bodies: Readonly<Record<string, () => Promise<{{ default: {of} }}>>> = \
         {{\n{entries}}};"
    ));
    output.add(format!("{folder}-bodies.ts"), module.text());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The content of this repository with these addresses switched off.
    fn content_without(addresses: &[&str]) -> anyhow::Result<Content> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
        let languages = languages(&folder)?;
        let source = Source::new(&folder, &languages[0]);
        let mut site = source.site()?;
        site.switched_off = addresses.iter().map(ToString::to_string).collect();
        Content::read(&source, site, None)
    }

    #[test]
    fn switched_off_pages_have_no_links() {
        let all = content_without(&[]).unwrap();
        let off =
            ["/terms", "/services/it-services", "/blog/hotel-chandrayan-najibabad", SEARCH, WORKER];
        let content = content_without(&off).unwrap();
        assert_eq!(content.text_pages.len() + 1, all.text_pages.len());
        assert_eq!(content.posts.len() + 1, all.posts.len());
        assert!(all.search && !content.search);
        assert!(all.worker && !content.worker);
        let related = content.posts.iter().flat_map(|(_, post)| &post.related);
        assert!(!related.into_iter().any(|slug| slug == "hotel-chandrayan-najibabad"));
        let urls: Vec<_> = content.services.iter().map(|file| file.offer_card().url).collect();
        assert!(urls.contains(&"/services#it-services".to_owned()), "{urls:?}");
        assert!(urls.contains(&"/services/mro-consulting".to_owned()), "{urls:?}");
    }

    #[test]
    fn only_existing_addresses_can_be_switched_off() {
        for address in ["/imprint", "/contact", "terms"] {
            let error = content_without(&[address]).err().unwrap();
            assert!(format!("{error:#}").contains(address), "{error:#}");
        }
    }
}
