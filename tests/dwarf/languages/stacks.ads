generic
   type Item is private;
package Stacks is
   procedure Push (Value : Item);
   function Pop return Item;
   pragma No_Inline (Push);
   pragma No_Inline (Pop);
end Stacks;
