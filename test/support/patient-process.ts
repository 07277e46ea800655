import { makeClientsPatient } from "./patient-clients.ts";

/** For node's --import: a stack in a process of its own, whose functions wait for its servers on a busy machine. */
makeClientsPatient();
