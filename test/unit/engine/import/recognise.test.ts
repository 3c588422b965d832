import { expect, it } from "vitest";
import { importProblemInEnglish } from "../../../../contract/english.ts";
import { recognise } from "../../../../main/engine/import/recognise.ts";

const of = (text: string, encoding: BufferEncoding = "latin1") => recognise(Buffer.from(text, encoding));
const SPREADSHEET_XML = '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n';

it.each([
  ["a PDF", "%PDF-1.7\n1 0 obj", "document", /a PDF/],
  ["an RTF text", "{\\rtf1\\ansi id,name}", "document", /RTF/],
  ["a PNG picture", "\x89PNG\r\n\x1a\n", "document", /a picture/],
  ["a JPEG picture", "\xff\xd8\xff\xe0\0\x10JFIF", "document", /a picture/],
  ["a web page", "\r\n<!DOCTYPE html>\n<html>", "web_page", /HTML/],
  ["a table of a web page, called .xls", "<table border=1><tr><td>id", "web_page", /HTML/],
  ["a web page as spreadsheet programs write it", '<html xmlns:x="urn:schemas">', "web_page", /HTML/],
  [
    "XML Spreadsheet 2003",
    `${SPREADSHEET_XML}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">`,
    "other_spreadsheet",
    /2003/,
  ],
  [
    "OpenDocument as one XML file",
    '<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0">',
    "other_spreadsheet",
    /fods/,
  ],
  ["other XML", '<?xml version="1.0"?><list><id>1</id></list>', "program_data", /XML/],
  ["SYLK", 'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"id"\r\nE\r\n', "other_spreadsheet", /SYLK/],
  ["DIF", 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n', "other_spreadsheet", /DIF/],
  ["JSON, a list", '[\n  {"id": 1, "name": "Pen"}\n]', "program_data", /JSON/],
  ["JSON, lines", '{"id": 1}\n{"id": 2}\n', "program_data", /JSON/],
])("%s is recognised by what it holds, and the words say what to do", (_, content, reason, words) => {
  const found = of(content);
  expect(found?.reason).toBe(reason);
  const said = found === null ? "" : importProblemInEnglish(found);
  expect(said).toMatch(words);
  expect(said).toMatch(/\.xlsx or as CSV in UTF-8/);
});

it("is recognised in UTF-16 and after a mark too", () => {
  expect(of("\ufeff<html><table>", "utf16le")?.reason).toBe("web_page");
  expect(of("\ufeff<html><table>", "utf8")?.reason).toBe("web_page");
});

it.each([
  ["a list separated by semicolons whose columns begin like SYLK", "ID;Product;Cost;Kind\n1;Pen;2;x\n"],
  ["a list with a column of that name", "TABLE,0\n1,2\n"],
  ["a name in brackets", "[id],[name]\n1,Pen\n"],
  ["a name in braces", "{id},{name}\n"],
  ["a sign for less", "<5 pieces,name\n"],
  ["Arabic", "المعرّف,الاسم\n١,قلم\n"],
])("%s stays a table of text", (_, content) => {
  expect(of(content, "utf8")).toBeNull();
});
