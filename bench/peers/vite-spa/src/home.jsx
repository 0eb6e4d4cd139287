import { Link } from "react-router-dom";
import { offers } from "../../../../content/services.json";
import { blurb, tagline } from "../../../../content/site.json";

export function Home() {
  return (
    <>
      <section className="hero">
        <h1>{tagline}</h1>
        <p>{blurb}</p>
        <p>
          <Link className="button" to="/contact">
            Get in touch
          </Link>
        </p>
      </section>
      <h2>What we offer</h2>
      <ul className="cards">
        {offers.map(({ title, summary }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{summary}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
