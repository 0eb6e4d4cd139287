import { ButtonLink } from "@/components/button/button";
import { Page, PageHeader } from "@/components/page/page";
import { paths } from "@/paths";

/** Shown for a slug that no post has. */
export function PostNotFound() {
  return (
    <Page
      title="Post Not Found"
      description="There is no blog post at this address."
      path={paths.blog}
    >
      <PageHeader title="Post Not Found">
        <p>Sorry, the blog post you are looking for does not exist.</p>
      </PageHeader>
      <ButtonLink to={paths.blog}>Back to Blog</ButtonLink>
    </Page>
  );
}
