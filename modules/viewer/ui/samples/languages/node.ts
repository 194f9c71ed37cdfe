import { clients as all } from "./script";
export const clients = all(false);
