import { expect, it } from "vitest";
import { csvFile, csvRows, writtenText } from "../../../../shared/domain/finance/csv.ts";

type Row = { order: string; currency: string };
const columns = [
  { name: "order", text: ({ order }: Row) => order },
  { name: "currency", plain: ({ currency }: Row) => currency },
];
const { header, toText } = csvFile(columns);
const fileOf = (orders: string[]) =>
  header + orders.map((order) => toText({ order, currency: "usd" })).join("");

it("the console reads a file as the service writes it: quotes, commas, line ends and empty cells", () => {
  const orders = ["plain", 'a "b", c', "", "two\r\nlines", ",", '"'];
  expect(csvRows(fileOf(orders))).toEqual(orders.map((order) => ({ order, currency: "usd" })));
  expect(csvRows(fileOf([]))).toEqual([]);
  expect(csvRows("")).toEqual([]);
});

it("the console shows an order as it was written, without the apostrophe that protects spreadsheets", () => {
  const orders = ["=1+1", "-5", "+49", "@home", " =2", "＝3", "\n4", "'quoted'", "plain", ""];
  expect(csvRows(fileOf(orders)).map(({ order = "" }) => writtenText(order))).toEqual(orders);
});

it("the console shows of a file that is broken what stands before the break", () => {
  expect(csvRows('order\r\nfirst\r\n"second" third\r\n')).toEqual([{ order: "first" }]);
});
