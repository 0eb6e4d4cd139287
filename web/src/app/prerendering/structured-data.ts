import { posts } from "@/content/posts";
import { services } from "@/content/generated/services";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";

type Thing = Record<string, unknown>;

const ORGANIZATION = `${site.origin}/#organization`;

/** The company, as a post names it. */
const US = { "@type": "Organization", "@id": ORGANIZATION, name: site.legalName };

/** What a page is about, in schema.org's terms (JSON-LD). */
export function structuredData(url: string): Thing {
  return { "@context": "https://schema.org", "@graph": about(url) };
}

function about(url: string): Thing[] {
  const post = posts.find(({ slug }) => paths.post(slug) === url);
  if (post) {
    const article = {
      "@type": "BlogPosting",
      headline: post.title,
      description: post.excerpt,
      datePublished: post.date,
      articleSection: post.category,
      author: { "@type": "Organization", name: post.author },
      image: absolute(post.imageUrl),
      mainEntityOfPage: absolute(url),
      publisher: US,
    };
    return [article, breadcrumbs([paths.blog, "Blog"], [url, post.title])];
  }
  return url === paths.services ? services.map(service) : [organization()];
}

function organization(): Thing {
  return {
    "@type": "Organization",
    "@id": ORGANIZATION,
    name: site.legalName,
    description: site.blurb,
    url: absolute(paths.home),
    logo: absolute("/icons/icon-512.png"),
    email: site.email,
    location: site.offices.map((office) => ({
      "@type": "Place",
      address: {
        "@type": "PostalAddress",
        streetAddress: office.address[0],
        addressLocality: office.city,
        addressCountry: office.country,
      },
    })),
  };
}

/** The page beside it says the rest; this has to fit into the first round trip with it. */
function service({ id, title }: (typeof services)[number]): Thing {
  return { "@type": "Service", name: title, url: absolute(paths.service(id)) };
}

function breadcrumbs(...trail: [string, string][]): Thing {
  const steps: [string, string][] = [[paths.home, "Home"], ...trail];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([url, name], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: absolute(url),
    })),
  };
}

export function absolute(url: string): string {
  return new URL(url, site.origin).href;
}
