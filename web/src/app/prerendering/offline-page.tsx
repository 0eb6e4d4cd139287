import { PlainButtonLink } from "@/components/button/button";
import { Page, PageHeader } from "@/components/page/page";
import { AllPages } from "@/features/search/all-pages";
import { paths } from "@/paths";

/** A reference to the wanted page, with its query (RFC 3986, section 4.4). */
const SAME_ADDRESS = "";

/** Our website may be out of reach although the visitor is online. */
const TITLE = "This page cannot be reached";

/** Shown without a connection at an address that is not stored. Only the prerenderer renders it. */
export function OfflinePage() {
  return (
    <Page
      title={TITLE}
      description="It is not stored on your device, and our website cannot be reached."
      path={paths.home}
    >
      <PageHeader title={TITLE}>
        <p>
          It is not stored on your device, and our website cannot be reached. Check your connection
          and try again. The pages below and in the menu open without a connection.
        </p>
      </PageHeader>
      <PlainButtonLink href={SAME_ADDRESS}>Try again</PlainButtonLink>
      <AllPages offline />
    </Page>
  );
}
