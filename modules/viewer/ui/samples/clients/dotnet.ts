import { clients as csharp } from "../languages/csharp";
import { clients as fsharp } from "../languages/fsharp";
import { clients as powershell } from "../languages/powershell";

export const languages = { csharp, fsharp, powershell };
