import { Run } from "./run"; new Run();
