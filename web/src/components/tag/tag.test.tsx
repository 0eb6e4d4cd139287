import type { Tone } from "@bindings";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { Tag } from "./tag";

const TONES: Tone[] = ["green", "yellow", "red"];

test("each tone has a colour and a mark of its own shape", async () => {
  const { getByText } = await render(
    TONES.map((tone) => (
      <Tag key={tone} tone={tone}>
        {`It is ${tone}`}
      </Tag>
    )),
  );
  const looks = TONES.map((tone) => {
    const tag = getByText(`It is ${tone}`).element();
    const mark = getComputedStyle(tag, "::before");
    return {
      ground: getComputedStyle(tag).backgroundColor,
      words: getComputedStyle(tag).color,
      shape: [mark.borderRadius, mark.borderTopWidth, mark.rotate].join(" "),
    };
  });
  const different = (look: "ground" | "words" | "shape") =>
    new Set(looks.map((of) => of[look])).size;
  expect([different("ground"), different("words"), different("shape")]).toEqual([3, 3, 3]);
});

test("without a tone it is a plain label", async () => {
  const { getByText } = await render(<Tag>Training</Tag>);
  const tag = getByText("Training").element();
  expect(getComputedStyle(tag, "::before").content).toBe("none");
});
