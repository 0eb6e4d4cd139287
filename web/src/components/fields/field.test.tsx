import { SERVICE_OPTIONS } from "@bindings";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { SelectField, TextAreaField, TextField } from "./field";

test("a field is named by its label and described by its hint", async () => {
  const { getByLabelText } = await render(
    <TextField label="Mobile Number" hint="10 to 15 digits" />,
  );
  const input = getByLabelText("Mobile Number");
  await expect.element(input).toHaveAccessibleName("Mobile Number");
  await expect.element(input).toHaveAccessibleDescription("10 to 15 digits");
  await expect.element(input).toBeValid();
});

test("an error marks the field invalid and is read before the hint", async () => {
  const { getByLabelText, rerender } = await render(<TextField label="Code" hint="4 digits" />);
  await rerender(<TextField label="Code" hint="4 digits" error="Check the code." />);
  const input = getByLabelText("Code");
  await expect.element(input).toBeInvalid();
  await expect.element(input).toHaveAccessibleDescription("Check the code. 4 digits");

  await rerender(<TextField label="Code" hint="4 digits" />);
  await expect.element(input).toBeValid();
});

test("“optional” is beside the label and in the description, not in the name", async () => {
  const { getByLabelText } = await render(<TextAreaField label="Additional Notes" optional />);
  const notes = getByLabelText("Additional Notes", { exact: true });
  await expect.element(notes).toHaveAccessibleName("Additional Notes");
  await expect.element(notes).toHaveAccessibleDescription("Optional");
});

test("a select has its choices in order, after an empty first one", async () => {
  const { getByLabelText } = await render(
    <SelectField label="Service" options={SERVICE_OPTIONS} placeholder="Choose a service" />,
  );
  const list = getByLabelText("Service");
  await expect.element(list).toHaveValue("");
  await list.selectOptions("Royalty Card");
  await expect.element(list).toHaveValue("royalty-card");
  const labels = [...list.element().querySelectorAll("option")].map((option) => option.text);
  expect(labels).toEqual(["Choose a service", ...SERVICE_OPTIONS.map(({ label }) => label)]);
});
