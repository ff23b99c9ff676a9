export { type ProjectOptions, scaffoldProject } from './scaffold/scaffold-project.ts';
export { DEFAULT_TEMPLATE, findTemplate, type Template } from './scaffold/templates.ts';
