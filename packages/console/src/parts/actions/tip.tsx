import * as Tooltip from '@radix-ui/react-tooltip';
import type { ReactElement } from 'react';
import styles from './tip.module.css';

type Given = {
  text: string;
  /** What is explained. It gets the focus by itself where `isReached` is given, else it already has it. */
  children: ReactElement;
};

/** A short text about what is pointed at, or has the focus. */
export function Tip({ text, children }: Given) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>{children}</Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className={styles['tip']} sideOffset={6} collisionPadding={8}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
