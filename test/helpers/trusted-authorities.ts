/** As a program: prints the fingerprints of the certificates that the engine trusts, so that a test sets its environment. */
import { X509Certificate } from "node:crypto";
import { tlsChecks } from "../../main/engine/core/remote/connect.ts";

const trusted = tlsChecks().ca ?? [];
process.stdout.write(trusted.map((pem) => new X509Certificate(pem).fingerprint256).join(" "));
