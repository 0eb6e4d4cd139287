import type { CaseStudy, Course, Service, ServicePage, Vacancy, VacancyKind } from "@bindings";
import { nextDates, renderedDay } from "@/content/day";
import { cases } from "@/content/generated/cases";
import { courses } from "@/content/generated/courses";
import { posts } from "@/content/generated/posts";
import { services } from "@/content/generated/services";
import { textPages } from "@/content/generated/addresses";
import { site } from "@/content/generated/site";
import { openVacancies } from "@/content/vacancies";
import * as words from "@/content/generated/words/layout";
import { base, tag } from "@/content/generated/language";
import { pathInLanguage, paths } from "@/paths";

type Thing = Record<string, unknown>;

/** Only the prerenderer loads all of them at once. */
const servicePages = Object.values(
  import.meta.glob<ServicePage>("@/content/generated/service-pages/*.ts", {
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
      ...IN_LANGUAGE,
      headline: post.title,
      description: post.excerpt,
      datePublished: post.date,
      articleSection: post.category,
      author: { "@type": "Organization", name: post.author },
      image: absolute(post.imageUrl),
      mainEntityOfPage: addressOf(url),
      publisher: COMPANY,
    };
    return [article, breadcrumbs([paths.blog, words.blog], [url, post.title])];
  }
  const page = servicePages.find(({ service }) => paths.service(service.id) === url);
  if (page) {
    const { title } = page.service;
    const trail = breadcrumbs([paths.services, words.services], [url, title]);
    return [serviceAtLength(page), trail, ...questions(page)];
  }
  const vacancy = openVacancies(renderedDay()).find(({ slug }) => paths.vacancy(slug) === url);
  if (vacancy) {
    return [
      posting(vacancy),
      breadcrumbs([paths.vacancies, words.vacancies], [url, vacancy.title]),
    ];
  }
  const course = courses.find(({ slug }) => paths.course(slug) === url);
  if (course)
    return [courseEntry(course), breadcrumbs([paths.courses, words.courses], [url, course.title])];
  const study = cases.find(({ slug }) => paths.case(slug) === url);
  if (study) return [caseEntry(study), breadcrumbs([paths.cases, words.cases], [url, study.title])];
  const text = textPages.find((listed) => listed.url === url);
  if (text)
    return [
      {
        "@type": "WebPage",
        ...IN_LANGUAGE,
        name: text.title,
        url: addressOf(url),
        publisher: COMPANY,
      },
    ];
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
    hiringOrganization: { ...COMPANY, sameAs: addressOf(paths.home) },
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
    url: addressOf(paths.vacancy(slug)),
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
    ...IN_LANGUAGE,
    name: title,
    description: summary,
    url: addressOf(paths.course(slug)),
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
    ...IN_LANGUAGE,
    headline: title,
    description: summary,
    datePublished: finished,
    author: COMPANY,
    publisher: COMPANY,
    mainEntityOfPage: addressOf(paths.case(slug)),
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
  return [{ "@type": "FAQPage", ...IN_LANGUAGE, mainEntity }];
}

function organization(): Thing {
  const numbers = [site.phone, site.whatsapp].filter((number) => number !== null);
  return {
    "@type": "Organization",
    "@id": ORGANIZATION,
    name: site.legalName,
    description: site.blurb,
    url: addressOf(paths.home),
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
  return { "@type": "Service", name: title, url: addressOf(address) };
}

function breadcrumbs(...trail: [string, string][]): Thing {
  const steps: [string, string][] = [[paths.home, words.home], ...trail];
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(([url, name], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: addressOf(url),
    })),
  };
}

/** What only pages in other languages say: that they are. */
const IN_LANGUAGE = base === "" ? {} : { inLanguage: tag };

/** The whole address of a page in the present language. */
export function addressOf(path: string): string {
  return absolute(pathInLanguage(path));
}

export function absolute(url: string): string {
  return new URL(url, site.origin).href;
}
