import { clients as clojure } from "../languages/clojure";
import { clients as java } from "../languages/java";
import { clients as kotlin } from "../languages/kotlin";

export const languages = { clojure, java, kotlin };
