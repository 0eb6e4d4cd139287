//! The configuration of the editor (Sveltia CMS), made from the types that the content is read into.
//!
//! A field of a type is a field of the editor, with its doc comment as help. `x-editor` in an attribute
//! adds options of the editor to a field, and `x-form` says how a value is written, in the words of
//! the check that refuses another.

mod fields;

use schemars::JsonSchema;
use serde_json::{Value, json};

use crate::checks::{ANCHOR_FORM, ANCHOR_MAX};
use crate::pictures::PICTURE_MAX_BYTES;
use crate::site::Site;
use crate::{cases, courses, front_matter, pages, services, vacancies};
use fields::fields;

/// The longest side of an uploaded photograph, in pixels. The editor makes larger ones smaller.
const PICTURE_SIDE_MAX: u32 = 1600;
/// The quality of an uploaded photograph, of 100.
const PICTURE_QUALITY: u32 = 80;

/// Where the edited files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hosting {
    /// In a folder of this machine, which the browser opens.
    Folder {
        /// The folder's name, by which the editor asks for it.
        name: String,
    },
    /// On a Git host, where the editor writes commits.
    Git {
        /// Its kind: `github`, `gitlab` or `gitea`.
        kind: String,
        /// Its address, such as `https://git.example`; `None` for the public host of its kind.
        address: Option<String>,
        /// The repository, such as `company/website`.
        repository: String,
        /// The branch to which changes are written.
        branch: String,
        /// The public address of the website, to which the editor links.
        site: String,
    },
}

/// A folder of texts in a language, each with front matter.
struct Collection {
    folder: &'static str,
    label: &'static str,
    /// What one is called.
    one: &'static str,
    /// A Material symbol.
    icon: &'static str,
    /// What its address begins with.
    address: &'static str,
    fields: fn(bool) -> Vec<Value>,
}

/// The folders of texts.
const COLLECTIONS: [Collection; 6] = [
    Collection::of::<services::FrontMatter>(
        "services",
        "Services",
        "Service",
        "handyman",
        "services/",
    ),
    Collection::of::<vacancies::FrontMatter>(
        "vacancies",
        "Vacancies",
        "Vacancy",
        "work",
        "vacancies/",
    ),
    Collection::of::<courses::FrontMatter>("courses", "Courses", "Course", "school", "courses/"),
    Collection::of::<cases::FrontMatter>("cases", "Cases", "Case", "task_alt", "cases/"),
    Collection::of::<front_matter::FrontMatter>("posts", "Posts", "Post", "article", "blog/"),
    Collection::of::<pages::PageMatter>("pages", "Pages of text", "Page", "description", ""),
];

impl Collection {
    const fn of<Matter: JsonSchema>(
        folder: &'static str,
        label: &'static str,
        one: &'static str,
        icon: &'static str,
        address: &'static str,
    ) -> Self {
        Self { folder, label, one, icon, address, fields: fields::<Matter> }
    }

    fn config(&self, translated: bool) -> Value {
        let Self { folder, label, one, icon, address, .. } = self;
        let mut fields = (self.fields)(translated);
        fields.push(body(translated));
        let [place, before] = if translated { ["{{locale}}", "{{locale}}/"] } else { ["en", ""] };
        json!({
            "name": folder,
            "label": label,
            "label_singular": one,
            "icon": icon,
            "folder": format!("content/{place}/{folder}"),
            "extension": "md",
            "format": "toml-frontmatter",
            "i18n": translated,
            "slug": {
                "template": "{{title}}",
                "editable": ["create"],
                "hint": format!("The end of its address: {ANCHOR_FORM}, {ANCHOR_MAX} at most."),
            },
            "preview_path": format!("{before}{address}{{{{slug}}}}"),
            "aliases_field": false,
            "fields": fields,
        })
    }
}

/// The configuration for the files at `hosting`. `languages` are the folders of `content/` with texts,
/// English first.
#[must_use]
pub fn editor_config(languages: &[String], hosting: &Hosting) -> Value {
    let translated = languages.len() > 1;
    let mut collections: Vec<_> =
        COLLECTIONS.iter().map(|collection| collection.config(translated)).collect();
    let place = if translated { "content/{{locale}}/site.json" } else { "content/site.json" };
    collections.push(json!({
        "name": "company",
        "label": "The company",
        "icon": "domain",
        "i18n": translated,
        "files": [{
            "name": "site",
            "label": "Names, offices, numbers",
            "file": place,
            "format": "json",
            "i18n": translated,
            "fields": fields::<Site>(translated),
        }],
    }));
    let mut config = json!({
        "app_title": "Edit the website",
        "backend": backend(hosting),
        "media_folder": "content/public/pictures",
        "public_folder": "/pictures",
        "media_libraries": {
            "default": { "config": {
                "max_file_size": PICTURE_MAX_BYTES,
                "slugify_filename": true,
                "transformations": {
                    "raster_image": {
                        "format": "webp",
                        "quality": PICTURE_QUALITY,
                        "width": PICTURE_SIDE_MAX,
                        "height": PICTURE_SIDE_MAX,
                    },
                    "svg": { "optimize": true },
                },
            } },
            "stock_assets": { "providers": [] },
        },
        "slug": { "encoding": "ascii", "clean_accents": true, "maxlength": ANCHOR_MAX },
        "output": {
            "omit_empty_optional_fields": true,
            "json": { "indent_style": "space", "indent_size": 2 },
        },
        // The page itself is beside it, and reloads.
        "editor": { "preview": false },
        "collections": collections,
    });
    if let Hosting::Git { site, .. } = hosting {
        config["site_url"] = json!(site);
    }
    if translated {
        config["i18n"] = json!({
            "structure": "multiple_folders",
            "locales": languages,
            "default_locale": languages[0],
            "initial_locales": "default",
            "omit_default_locale_from_preview_path": true,
        });
        // Only the files of the company are beside the folders of the languages.
        let files = &mut config["collections"][COLLECTIONS.len()]["files"];
        files[0]["i18n"] = json!({ "omit_default_locale_from_file_path": true });
    }
    config
}

/// What is below the front matter: only what the website can show.
fn body(translated: bool) -> Value {
    json!({
        "name": "body",
        "label": "Text",
        "widget": "richtext",
        "required": false,
        "i18n": translated,
        "buttons": [
            "bold", "italic", "code", "link", "heading-two", "heading-three", "quote",
            "bulleted-list", "numbered-list"
        ],
        "editor_components": ["image"],
        "linked_images": false,
        "use_emoji_autocomplete": false,
    })
}

fn backend(hosting: &Hosting) -> Value {
    match hosting {
        // The editor wants the name of a host also where it opens a folder.
        Hosting::Folder { name } => json!({
            "name": "github",
            "repo": format!("this-machine/{name}"),
            "auth_methods": ["token"],
        }),
        Hosting::Git { kind, address, repository, branch, .. } => {
            let mut backend = json!({
                "name": kind,
                "repo": repository,
                "branch": branch,
                // Another way to log in would need a server of its own.
                "auth_methods": ["token"],
            });
            if let Some(address) = address {
                let api = match kind.as_str() {
                    "github" => "/api/v3",
                    "gitlab" => "/api/v4",
                    _ => "/api/v1",
                };
                backend["base_url"] = json!(address);
                backend["api_root"] = json!([address, api].concat());
            }
            backend
        }
    }
}

#[cfg(test)]
mod tests;
