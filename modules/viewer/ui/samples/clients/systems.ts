import { clients as dart } from "../languages/dart";
import { clients as go } from "../languages/go";
import { clients as julia } from "../languages/julia";
import { clients as ocaml } from "../languages/ocaml";
import { clients as rust } from "../languages/rust";

export const languages = { dart, go, julia, ocaml, rust };
