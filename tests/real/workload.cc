/* A workload for tinyxml2: make a document, print it, parse it, change it
   and walk over it, as often as the argument says.  */

#include <cstdio>
#include <cstdlib>
#include <string>

#include "tinyxml2.h"

using namespace tinyxml2;

namespace
{
class counter : public XMLVisitor
{
public:
  int elements = 0;
  int texts = 0;

  bool VisitEnter (const XMLElement &, const XMLAttribute *first) override
  {
    elements++;
    for (; first != nullptr; first = first->Next ())
      texts++;
    return true;
  }

  bool Visit (const XMLText &) override
  {
    texts++;
    return true;
  }
};

void
fill (XMLDocument &document, XMLElement *parent, int depth)
{
  for (int i = 0; i < 4; i++)
    {
      XMLElement *child = document.NewElement ("item");

      child->SetAttribute ("number", i);
      child->SetAttribute ("ratio", i / 3.0);
      child->SetText ("some <text> & \"more\"");
      parent->InsertEndChild (child);
      if (depth > 0)
        fill (document, child, depth - 1);
    }
}

std::string
print (const XMLDocument &document)
{
  XMLPrinter printer;

  document.Print (&printer);
  return printer.CStr ();
}

int
one_round (void)
{
  XMLDocument document, copy;
  counter found;

  XMLElement *root = document.NewElement ("root");
  document.InsertFirstChild (root);
  fill (document, root, 3);
  std::string text = print (document);
  if (copy.Parse (text.c_str ()) != XML_SUCCESS)
    return -1;
  copy.Accept (&found);
  for (XMLElement *e = copy.RootElement ()->FirstChildElement ("item");
       e != nullptr; e = e->NextSiblingElement ())
    if (e->IntAttribute ("number") % 2 == 1)
      e->DeleteChildren ();
  return found.elements + found.texts
         + static_cast<int> (print (copy).size ());
}
}

int
main (int argc, char **argv)
{
  int rounds = argc > 1 ? std::atoi (argv[1]) : 1;
  long total = 0;

  for (int i = 0; i < rounds; i++)
    total += one_round ();
  std::printf ("%ld\n", total);
  return total <= 0;
}
