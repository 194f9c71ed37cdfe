import { clients as js } from "../languages/js";
import { clients as node } from "../languages/node";

export const languages = { js, node };
