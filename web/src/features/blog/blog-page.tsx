import { Page, PageHeader } from "@/components/page/page";
import { posts } from "@/content/posts";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { PostList } from "./post-list";

/** Everything that was published, newest first (specification, section 2). */
export default function BlogPage() {
  return (
    <Page
      title="Blog"
      description={`Plans, methods and checklists from the work of ${site.name} with people, systems, projects and aircraft, written to be used.`}
      path={paths.blog}
    >
      <PageHeader title="Blog">
        <p>
          Plans, methods and checklists from our lines of work, written so that you can use them
          without us.
        </p>
      </PageHeader>
      <PostList posts={posts} />
    </Page>
  );
}
