import { useParams } from "react-router-dom";
import { loadPost } from "@/content/posts";
import { PostArticle } from "./post-article";
import { PostNotFound } from "./post-not-found";

/** One post, looked up by the slug in the address (specification, section 2). */
export default function PostPage() {
  const { slug = "" } = useParams();
  const loading = loadPost(slug);
  return loading ? <PostArticle key={slug} slug={slug} loading={loading} /> : <PostNotFound />;
}
