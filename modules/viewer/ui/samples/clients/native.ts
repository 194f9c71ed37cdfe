import { clients as c } from "../languages/c";
import { clients as objc } from "../languages/objc";
import { clients as swift } from "../languages/swift";

export const languages = { c, objc, swift };
