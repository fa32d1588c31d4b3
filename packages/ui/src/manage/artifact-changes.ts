import type { API } from '@tracklens/core/browser';
import { type ArtifactVersion, contract } from '@tracklens/core/contract';
import type { Translate } from '../text/translate.ts';
import type { Change } from './manage-definition.ts';
import type { Subject } from './subject.ts';
import { tagChange } from './tag-change.ts';

type Labels = Pick<ArtifactVersion, 'artifactVersionId' | 'alias' | 'tags'>;

/** Texts of a change of labels, for an artifact's version. */
type LabelTexts = (t: Translate, name: string) => Record<'title' | 'label' | 'okLabel' | 'message', string>;

/** Returns the change that adds and removes labels of one kind. */
function labelChange(kind: 'alias' | 'tags', textsOf: LabelTexts): Change<'artifact-version'> {
  return async ({ api, t, dialogs }, [subject]) => {
    const { message, ...texts } = textsOf(t, subject!.name);
    const before = (await labelsOf(api, subject!))[kind];
    const chosen = await dialogs.tags({ ...texts, before, known: before });
    const change = chosen && tagChange(before, chosen);
    if (!change) return null;
    // Labels may have been changed since the question and since the change that is undone.
    const write = async (added: readonly string[], removed: readonly string[]) => {
      const labels = await labelsOf(api, subject!);
      const others = labels[kind].filter((label) => !added.includes(label) && !removed.includes(label));
      await writeLabels(api, { ...labels, [kind]: [...others, ...added] });
    };
    await write(change.added, change.removed);
    return { message, undo: () => write(change.removed, change.added) };
  };
}

/** Adds and removes aliases of an artifact's version. */
export const changeAliases = labelChange('alias', (t, name) => ({
  title: t('Aliases of %1', name),
  label: t('Aliases, one per line or separated by commas'),
  okLabel: t('Change Aliases'),
  message: t('Changed the aliases of %1.', name),
}));

/** Adds and removes tags of an artifact's version. */
export const changeArtifactTags = labelChange('tags', (t, name) => ({
  title: t('Tags of %1', name),
  label: t('Tags, one per line or separated by commas'),
  okLabel: t('Change Tags'),
  message: t('Changed the tags of %1.', name),
}));

async function labelsOf(api: API, { artifactId, version, name }: Subject<'artifact-version'>): Promise<Labels> {
  const { versions } = await api.getArtifactDetails({ artifactId });
  const found = versions.find((one) => one.version === version);
  if (found === undefined) throw new Error(`${name} no longer exists.`);
  return found;
}

/** Writes both kinds of labels, because the request replaces them together. */
async function writeLabels(api: API, { artifactVersionId, alias, tags }: Labels): Promise<void> {
  const body = { artifactVersionId, alias, versionTags: tags };
  await api.connection.call('changeLabels', contract.artifacts.setVersionLabels, { body });
}
