import type { CaseStudy, Course, Service, ServicePage, Vacancy, VacancyKind } from "@bindings";
import { nextDates, renderedDay } from "@/content/day";
import { cases } from "@/content/generated/cases";
import { courses } from "@/content/generated/courses";
import { posts } from "@/content/generated/posts";
import { services } from "@/content/generated/services";
import { textPages } from "@/content/generated/addresses";
import { site } from "@/content/generated/site";
import { openVacancies } from "@/content/vacancies";
import { paths } from "@/paths";

type Thing = Record<string, unknown>;

/** Only the prerenderer loads all of them at once. */
const servicePages = Object.values(
  import.meta.glob<ServicePage>("../../content/generated/service-pages/*.ts", {
    eager: true,
    import: "default",
  }),
);

const ORGANIZATION = `${site.origin}/#organization`;

/** The company, as the publisher of posts. */
const COMPANY = { "@type": "Organization", "@id": ORGANIZATION, name: site.legalName };

/** A page's structured data in the terms of schema.org (JSON-LD). */
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
      publisher: COMPANY,
    };
    return [article, breadcrumbs([paths.blog, "Blog"], [url, post.title])];
  }
  const page = servicePages.find(({ service }) => paths.service(service.id) === url);
  if (page) {
    const { title } = page.service;
    const trail = breadcrumbs([paths.services, "Services"], [url, title]);
    return [serviceAtLength(page), trail, ...questions(page)];
  }
  const vacancy = openVacancies(renderedDay()).find(({ slug }) => paths.vacancy(slug) === url);
  if (vacancy) {
    return [posting(vacancy), breadcrumbs([paths.vacancies, "Vacancies"], [url, vacancy.title])];
  }
  const course = courses.find(({ slug }) => paths.course(slug) === url);
  if (course)
    return [courseEntry(course), breadcrumbs([paths.courses, "Courses"], [url, course.title])];
  const study = cases.find(({ slug }) => paths.case(slug) === url);
  if (study) return [caseEntry(study), breadcrumbs([paths.cases, "Cases"], [url, study.title])];
  const text = textPages.find((listed) => listed.url === url);
  if (text)
    return [{ "@type": "WebPage", name: text.title, url: absolute(url), publisher: COMPANY }];
  return url === paths.services ? services.map(serviceEntry) : [organization()];
}

/** The kinds of employment in the terms of schema.org. */
const HIRING_KINDS: Readonly<Record<VacancyKind, string>> = {
  "full-time": "FULL_TIME",
  "part-time": "PART_TIME",
  contract: "CONTRACTOR",
  temporary: "TEMPORARY",
  internship: "INTERN",
};

/** Open until the end of its last day. */
function posting({ slug, title, summary, place, country, kind, pay, posted, closes }: Vacancy) {
  return {
    "@type": "JobPosting",
    title,
    description: summary,
    datePosted: posted,
    validThrough: `${closes}T23:59:59Z`,
    employmentType: HIRING_KINDS[kind],
    hiringOrganization: { ...COMPANY, sameAs: absolute(paths.home) },
    jobLocation: {
      "@type": "Place",
      address: { "@type": "PostalAddress", addressLocality: place, addressCountry: country },
    },
    ...(pay && {
      baseSalary: {
        "@type": "MonetaryAmount",
        currency: pay.currency,
        value: {
          "@type": "QuantitativeValue",
          unitText: pay.period.toUpperCase(),
          ...(pay.to === null
            ? { value: Number(pay.from) }
            : { minValue: Number(pay.from), maxValue: Number(pay.to) }),
        },
      },
    }),
    url: absolute(paths.vacancy(slug)),
  };
}

function courseEntry({ slug, title, summary, place, seats, price, dates }: Course): Thing {
  const instances = nextDates(dates, renderedDay()).map(({ starts, ends }) => ({
    "@type": "CourseInstance",
    courseMode: "onsite",
    startDate: starts,
    endDate: ends,
    location: { "@type": "Place", name: place, address: place },
    maximumAttendeeCapacity: seats,
  }));
  return {
    "@type": "Course",
    name: title,
    description: summary,
    url: absolute(paths.course(slug)),
    provider: COMPANY,
    ...(price && {
      offers: {
        "@type": "Offer",
        category: "Paid",
        price: Number(price.amount),
        priceCurrency: price.currency,
      },
    }),
    ...(instances.length > 0 && { hasCourseInstance: instances }),
  };
}

function caseEntry({ slug, title, summary, finished }: CaseStudy): Thing {
  return {
    "@type": "Article",
    headline: title,
    description: summary,
    datePublished: finished,
    author: COMPANY,
    publisher: COMPANY,
    mainEntityOfPage: absolute(paths.case(slug)),
  };
}

function serviceAtLength({ service: entry, description }: ServicePage): Thing {
  const areaServed = site.offices.map(({ country }) => country);
  return { ...serviceEntry(entry), description, provider: COMPANY, areaServed };
}

function questions({ questions: asked }: ServicePage): Thing[] {
  if (asked.length === 0) return [];
  const mainEntity = asked.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  }));
  return [{ "@type": "FAQPage", mainEntity }];
}

function organization(): Thing {
  const numbers = [site.phone, site.whatsapp].filter((number) => number !== null);
  return {
    "@type": "Organization",
    "@id": ORGANIZATION,
    name: site.legalName,
    description: site.blurb,
    url: absolute(paths.home),
    logo: absolute("/icons/icon-512.png"),
    email: site.email,
    ...(numbers.length > 0 && {
      contactPoint: numbers.map((telephone) => ({
        "@type": "ContactPoint",
        contactType: "customer service",
        telephone,
      })),
    }),
    location: site.offices.map((office) => ({
      "@type": "Place",
      address: {
        "@type": "PostalAddress",
        streetAddress: office.address[0],
        addressLocality: office.city,
        addressCountry: office.country,
      },
      openingHoursSpecification: {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: office.hours.days,
        opens: office.hours.opens,
        closes: office.hours.closes,
      },
    })),
  };
}

/** Kept short, because it has to fit the first round trip together with the page. */
function serviceEntry({ id, title, url }: Service): Thing {
  const address = url ?? `${paths.services}#${id}`;
  return { "@type": "Service", name: title, url: absolute(address) };
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
