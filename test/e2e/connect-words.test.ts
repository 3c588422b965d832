/** What the connection's screen says of an address and a token, in the real app. */
import { once } from "node:events";
import { createServer, type Server } from "node:https";
import { expect, type Page } from "@playwright/test";
import { call } from "../../scripts/screens/shop.mjs";
import { goTo } from "../../scripts/tour/steps.mjs";
import { certify } from "../helpers/certificates.ts";
import { test } from "./shell/open-app.ts";
import { sharedApp } from "./shell/shared-app.ts";

const unconnected = sharedApp(async () => undefined);

const portOf = (server: Server): number => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server does not listen");
  return address.port;
};

const checkAddress = async (page: Page, address: string): Promise<void> => {
  await page.getByLabel("Address of the central system").fill(address);
  await page.getByRole("button", { name: "Check address" }).click();
};

test("an address that can't be taken is told in its own words when it is checked", async () => {
  const { page } = await unconnected();
  await goTo(page, "/connect");
  await checkAddress(page, "http://shop.example");
  await expect(
    page.getByText("Use https. With http, others on the network could read the access token"),
  ).toBeVisible();
  await expect(page.getByText("Correct the marked fields")).toHaveCount(0);
});

test("where the certificate can't be trusted, nobody is told to go on all the same", async () => {
  const service = createServer(certify({ name: "shop", hosts: ["127.0.0.1"] })).listen(0, "127.0.0.1");
  try {
    const { page } = await unconnected();
    await goTo(page, "/connect");
    await checkAddress(page, `https://127.0.0.1:${portOf(service)}`);
    await expect(page.getByText("Don't continue until the reason is known.")).toBeVisible();
    await expect(page.getByText("You can save and enter anyway")).toHaveCount(0);
  } finally {
    service.close();
    await once(service, "close");
  }
});

test("whoever comes to give a new token stands in its field", async ({ open }) => {
  const { page } = await open();
  await goTo(page, "/connect");
  await call(page, "connection.save", {
    serviceUrl: "http://127.0.0.1:9",
    tenantId: 7001,
    userId: 501,
  });
  await goTo(page, "/");
  await page.getByRole("button", { name: /^Sign-in needed/ }).click();
  await page.getByRole("button", { name: "Enter a new access token" }).click();
  await expect(page.getByLabel("Access token", { exact: true })).toBeFocused();
});
