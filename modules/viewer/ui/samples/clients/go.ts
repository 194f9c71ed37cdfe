import { clients as go } from "../languages/go";

export const languages = { go };
