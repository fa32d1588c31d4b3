export { camelCaseId } from './camel-case-id.ts';
export { editText } from './edit-text.ts';
export { experimentSubjects } from './experiment-subjects.ts';
export type { ChangeResult, Choice, Dialogs, ManageContext } from './manage-context.ts';
export type { EditedText, ManageDefinition, ManageGroup } from './manage-definition.ts';
export { manageDefinitions } from './manage-definitions.ts';
export { type CommandHost, definitionOf, isOffered, runCommand } from './run-command.ts';
export type { Subject, SubjectKind } from './subject.ts';
export { tagsOf, tagsText } from './tag-change.ts';
