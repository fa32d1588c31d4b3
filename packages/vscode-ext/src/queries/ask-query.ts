import { type Column, checkAlternatives, parseAlternatives, type QueryError } from '@tracklens/core/query';
import { errorText } from '@tracklens/ui/query-text';
import * as vscode from 'vscode';
import { withoutLinks } from '../messages.ts';
import type { Services } from '../services.ts';
import { translate } from '../translate.ts';
import { projectColumns } from './project-columns.ts';
import type { ProjectName } from './query-documents.ts';
import { errorSpan, queryProblem } from './query-problem.ts';

const example = '(Metric("accuracy") > 0.95) & (Parameter("learning_rate") <= 0.01)';

/** Text that the user has typed, and what to do with it. */
export interface AskedQuery {
  readonly text: string;
  readonly next: 'run' | 'edit' | 'history';
}

/**
 * Prompts for a valid query, or returns any text when the user switches to the editor or to the history. Shows the
 * first problem while typing and selects an error on Enter. Resolves to undefined when cancelled.
 */
export function askQuery(
  { connection }: Pick<Services, 'connection'>,
  project: ProjectName,
  value: string,
): Promise<AskedQuery | undefined> {
  const input = vscode.window.createInputBox();
  input.title = vscode.l10n.t('Run Query (2/2): {0} / {1}', project.workspace, project.projectName);
  input.placeholder = example;
  input.prompt = vscode.l10n.t('Metric, Parameter, Other, Metadata, Environment, Tag; joined by &, negated by ~');
  // The field has one line: without their spaces, the words of two lines would become one.
  const line = value.replaceAll(/\s*\n\s*/g, ' ');
  input.value = line;
  const typedText = () => (input.value === line ? value : input.value);
  input.ignoreFocusOut = true;
  const history = {
    iconPath: new vscode.ThemeIcon('history'),
    tooltip: vscode.l10n.t('Queries that were run before'),
  };
  const toEditor = {
    iconPath: new vscode.ThemeIcon('edit'),
    tooltip: vscode.l10n.t('Write in an editor, with completion'),
  };
  input.buttons = [history, toEditor];
  let columns: readonly Column[] = [];
  const check = () => {
    const { errors, unknown } = checkAlternatives(input.value, columns);
    input.validationMessage = problemMessage(input.value, errors[0], unknown[0]);
    return errors[0];
  };
  projectColumns(connection, project).then(
    (read) => {
      columns = read;
      check();
    },
    () => {},
  );
  return new Promise((resolve) => {
    input.onDidChangeValue(check);
    input.onDidTriggerButton((button) => {
      resolve({ text: typedText(), next: button === history ? 'history' : 'edit' });
      input.hide();
    });
    input.onDidAccept(() => {
      const text = input.value;
      const error = check() ?? parseAlternatives(text).errors[0];
      if (text.trim() === '') {
        input.validationMessage = vscode.l10n.t('Type a query, for example {0}', 'Metric("accuracy") > 0.9');
      } else if (error) {
        const { start, end } = errorSpan(text, error);
        input.valueSelection = [start, end];
      } else {
        resolve({ text: typedText(), next: 'run' });
        input.hide();
      }
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    check();
    input.show();
  });
}

/** Returns the message below the field: the first error, or else the first name that no experiment has. */
function problemMessage(
  text: string,
  error: QueryError | undefined,
  unknown: QueryError | undefined,
): vscode.InputBoxValidationMessage | string | undefined {
  if (error) return withoutLinks(queryProblem(text, error, translate));
  return (
    unknown && {
      message: withoutLinks(errorText(unknown, translate)),
      severity: vscode.InputBoxValidationSeverity.Warning,
    }
  );
}
