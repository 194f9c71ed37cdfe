import { clients as http } from "../languages/http";
import { clients as shell } from "../languages/shell";

export const languages = { http, shell };
