import { missing } from "./nowhere";

missing();
