import * as Tooltip from '@radix-ui/react-tooltip';
import { useState, type MouseEvent, type ReactElement, type ReactNode, type SyntheticEvent } from 'react';
import styles from './tip.module.css';

type Given = {
  /** Drawn when it is shown; undefined: there is nothing to tell now. */
  text: ReactNode;
  /** What is explained: an element that can have the focus. */
  children: ReactElement;
  /** Where it stands, if there is room. */
  side?: 'top' | 'right';
};

/** A short text about what is pointed at, has the focus, or is tapped. */
export function Tip({ text, children, side = 'top' }: Given) {
  const [isOpen, setOpen] = useState(false);
  const isEmpty = text === undefined;
  if (isOpen && isEmpty) setOpen(false);
  const notNow = isEmpty ? (event: SyntheticEvent) => event.preventDefault() : undefined;
  const openByTap = (event: MouseEvent<HTMLElement>): void => {
    // What leads elsewhere does that.
    if (event.currentTarget.closest('a[href]')) return;
    // A click closes it otherwise.
    event.preventDefault();
    setOpen(true);
  };
  return (
    <Tooltip.Root open={isOpen} onOpenChange={setOpen}>
      <Tooltip.Trigger
        asChild
        onFocus={notNow}
        onPointerMove={notNow}
        onClick={isEmpty ? undefined : openByTap}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Content className={styles['tip']} side={side} sideOffset={6} collisionPadding={8}>
        {text}
      </Tooltip.Content>
    </Tooltip.Root>
  );
}
