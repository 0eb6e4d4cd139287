import { Page } from "@/components/page/page";
import { site } from "@/content/site";
import { paths } from "@/paths";
import { CallToAction } from "./call-to-action";
import { Hero } from "./hero";
import { Offers } from "./offers";

/** The first screen, and what every unknown address shows (specification, section 2). */
export default function HomePage() {
  return (
    <Page title={`${site.name} · ${site.tagline}`} description={site.blurb} path={paths.home}>
      <Hero />
      <Offers />
      <CallToAction />
    </Page>
  );
}
