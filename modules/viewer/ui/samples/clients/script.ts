import { clients as php } from "../languages/php";
import { clients as python } from "../languages/python";
import { clients as ruby } from "../languages/ruby";

export const languages = { php, python, ruby };
