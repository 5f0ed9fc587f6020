import { useRef, type ComponentProps } from 'react';
import { Button } from '../actions/button.tsx';
import { useKeys, type Key } from './use-keys.ts';

type Given = Omit<ComponentProps<typeof Button>, 'ref'> & {
  /** Under which `?` shows its key. */
  group: string;
  shortcut: Pick<Key, 'key' | 'words'>;
};

/** A button that a key presses, too. One that is disabled gets the focus instead, which shows why. */
export function KeyButton({ group, shortcut, ...rest }: Given) {
  const button = useRef<HTMLButtonElement>(null);
  const act = () => (rest.disabledBecause === undefined ? button.current?.click() : button.current?.focus());
  useKeys(group, [{ ...shortcut, act }]);
  return <Button {...rest} ref={button} />;
}
