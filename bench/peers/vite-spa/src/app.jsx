import { Link, Route, Routes } from "react-router-dom";
import { email, name } from "../../../../content/site.json";
import { Home } from "./home.jsx";

/** A single-page application as its templates begin: nothing is on the page before its script. */
export function App() {
  return (
    <>
      <header className="bar">
        <Link to="/">{name}</Link>
        <nav aria-label="Main">
          <Link to="/">Home</Link>
          <Link to="/contact">Contact</Link>
        </nav>
      </header>
      <main>
        <Routes>
          <Route path="/contact" element={<Contact />} />
          <Route path="*" element={<Home />} />
        </Routes>
      </main>
      <footer>
        {name} · <a href={`mailto:${email}`}>{email}</a>
      </footer>
    </>
  );
}

function Contact() {
  return (
    <section className="hero">
      <h1>Contact</h1>
      <p>
        Write to <a href={`mailto:${email}`}>{email}</a>.
      </p>
    </section>
  );
}
