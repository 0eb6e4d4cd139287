import { Page, PageHeader } from "@/components/page/page";
import { posts } from "@/content/generated/posts";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { PostList } from "./post-list";

/** All posts, newest first (specification, section 2). */
export default function BlogPage() {
  return (
    <Page
      title="Blog"
      description={`Practical plans, methods and checklists from ${site.name} on recruitment, training, projects and aircraft maintenance.`}
      path={paths.blog}
    >
      <PageHeader title="Blog">
        <p>Plans, methods and checklists from our work. Use them with or without us.</p>
      </PageHeader>
      <PostList posts={posts} />
    </Page>
  );
}
