import { PlainButtonLink } from "@/components/button/button";
import { Page, PageHeader } from "@/components/page/page";
import { AllPages } from "@/features/search/all-pages";
import * as words from "@/content/generated/words/search";
import { paths } from "@/paths";

/** A reference to the wanted page, with its query (RFC 3986, section 4.4). */
const SAME_ADDRESS = "";

/**
 * Shown without a connection at an address that is not stored; our website may also be out of reach although the
 * visitor is online. Only the prerenderer renders it.
 */
export function OfflinePage() {
  return (
    <Page title={words.offline} description={words.offlineDescription} path={paths.home}>
      <PageHeader title={words.offline}>
        <p>{words.offlineLead}</p>
      </PageHeader>
      <PlainButtonLink href={SAME_ADDRESS}>{words.tryAgain}</PlainButtonLink>
      <AllPages offline />
    </Page>
  );
}
