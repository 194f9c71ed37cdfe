import { clients as dart } from "../languages/dart";
import { clients as julia } from "../languages/julia";
import { clients as ocaml } from "../languages/ocaml";
import { clients as r } from "../languages/r";
import { clients as rust } from "../languages/rust";

export const languages = { dart, julia, ocaml, r, rust };
